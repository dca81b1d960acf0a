#include "Mappings.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char dexcom_clarity[] = {
#embed "Mappings/dexcom-clarity.mapping"
};
static const unsigned char ihealth[] = {
#embed "Mappings/ihealth.mapping"
};
static const unsigned char libreview[] = {
#embed "Mappings/libreview.mapping"
};
static const unsigned char omron[] = {
#embed "Mappings/omron.mapping"
};
static const unsigned char samsung_blood_pressure[] = {
#embed "Mappings/samsung-blood-pressure.mapping"
};
static const unsigned char samsung_heart_rate[] = {
#embed "Mappings/samsung-heart-rate.mapping"
};
static const unsigned char samsung_oxygen[] = {
#embed "Mappings/samsung-oxygen.mapping"
};
static const unsigned char samsung_sleep_stages[] = {
#embed "Mappings/samsung-sleep-stages.mapping"
};
static const unsigned char samsung_steps[] = {
#embed "Mappings/samsung-steps.mapping"
};
static const unsigned char samsung_weight[] = {
#embed "Mappings/samsung-weight.mapping"
};
static const unsigned char whoop[] = {
#embed "Mappings/whoop.mapping"
};
static const unsigned char withings_blood_pressure[] = {
#embed "Mappings/withings-blood-pressure.mapping"
};
static const unsigned char withings_heart_rate[] = {
#embed "Mappings/withings-heart-rate.mapping"
};
static const unsigned char withings_steps[] = {
#embed "Mappings/withings-steps.mapping"
};
static const unsigned char withings_weight[] = {
#embed "Mappings/withings-weight.mapping"
};

const struct resource_mapping resource_mappings[] = {
    {"dexcom-clarity", dexcom_clarity, sizeof dexcom_clarity},
    {"ihealth", ihealth, sizeof ihealth},
    {"libreview", libreview, sizeof libreview},
    {"omron", omron, sizeof omron},
    {"samsung-blood-pressure", samsung_blood_pressure, sizeof samsung_blood_pressure},
    {"samsung-heart-rate", samsung_heart_rate, sizeof samsung_heart_rate},
    {"samsung-oxygen", samsung_oxygen, sizeof samsung_oxygen},
    {"samsung-sleep-stages", samsung_sleep_stages, sizeof samsung_sleep_stages},
    {"samsung-steps", samsung_steps, sizeof samsung_steps},
    {"samsung-weight", samsung_weight, sizeof samsung_weight},
    {"whoop", whoop, sizeof whoop},
    {"withings-blood-pressure", withings_blood_pressure, sizeof withings_blood_pressure},
    {"withings-heart-rate", withings_heart_rate, sizeof withings_heart_rate},
    {"withings-steps", withings_steps, sizeof withings_steps},
    {"withings-weight", withings_weight, sizeof withings_weight},
};
const unsigned long resource_mappings_count = sizeof resource_mappings / sizeof resource_mappings[0];

const struct resource_mapping *resource_mappings_start(void) { return resource_mappings; }

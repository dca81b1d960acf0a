/* Counts the elements and attributes of an export with libxml2 and does nothing with them: the importer's yardstick.

   Use: xml_count export.xml */
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <stdio.h>

struct tally { long elements, attributes; };

static void count_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                          const xmlChar **namespace, int attributes, int defaulted, const xmlChar **values)
{
    (void)name; (void)prefix; (void)uri; (void)namespaces; (void)namespace; (void)defaulted; (void)values;
    struct tally *tally = context;
    tally->elements++;
    tally->attributes += attributes;
}

int main(int argc, char **argv)
{
    static char piece[1 << 18];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: xml_count export.xml\n");
        return 64;
    }
    struct tally tally = { 0, 0 };
    xmlSAXHandler handler = { .initialized = XML_SAX2_MAGIC, .startElementNs = count_element };
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, &tally, NULL, 0, argv[1]);
    xmlCtxtUseOptions(parser, XML_PARSE_HUGE);
    int error = 0;
    for (size_t count; error == 0 && (count = fread(piece, 1, sizeof piece, file)) > 0;)
        error = xmlParseChunk(parser, piece, (int)count, 0);
    if (error == 0) error = xmlParseChunk(parser, piece, 0, 1);
    printf("%ld %ld\n", tally.elements, tally.attributes);
    return error != 0;
}

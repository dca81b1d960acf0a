/// The description of an application's field.
package enum FITDescription: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 206, name: "field_description") }

    case developerDataIndex = 0
    case fieldDefinitionNumber = 1
    case fitBaseTypeID = 2
    case fieldName = 3
    case scale = 6
    case offset = 7
    case units = 8
    case nativeMesgNum = 14
    case nativeFieldNum = 15

    package var form: FITForm {
        switch self {
        case .developerDataIndex: FITForm("developer_data_index", .uint8)
        case .fieldDefinitionNumber: FITForm("field_definition_number", .uint8)
        case .fitBaseTypeID: FITForm("fit_base_type_id", .uint8)
        case .fieldName: FITForm("field_name", .string)
        case .scale: FITForm("scale", .uint8)
        case .offset: FITForm("offset", .sint8)
        case .units: FITForm("units", .string)
        case .nativeMesgNum: FITForm("native_mesg_num", .uint16)
        case .nativeFieldNum: FITForm("native_field_num", .uint8)
        }
    }
}

/// An application with fields of its own.
package enum FITApplication: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 207, name: "developer_data_id") }

    case developerID = 0
    case applicationID = 1
    case manufacturerID = 2
    case developerDataIndex = 3
    case applicationVersion = 4

    package var form: FITForm {
        switch self {
        case .developerID: FITForm("developer_id", .byte)
        case .applicationID: FITForm("application_id", .byte)
        case .manufacturerID: FITForm("manufacturer_id", .uint16)
        case .developerDataIndex: FITForm("developer_data_index", .uint8)
        case .applicationVersion: FITForm("application_version", .uint32)
        }
    }
}

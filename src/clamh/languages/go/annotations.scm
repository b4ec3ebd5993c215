; Everything an annotation can stand on; the capture names are the same in every language.

(function_declaration) @function
(method_declaration) @function
(field_declaration) @field
(type_spec) @class
(type_alias) @class

; Constants of a named type make it an enum.
(const_declaration) @enum

(package_identifier) @package

; What takes declarations out of reach.
(block) @body

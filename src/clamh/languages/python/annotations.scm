; Everything an annotation can stand on; the capture names are the same in every language where they mean the same.

(function_definition) @function
(class_definition) @class
(assignment left: (identifier)) @field

; What declarations begin with.
(decorated_definition) @outer

; What takes declarations out of reach.
(lambda) @body

; What a declaration may be left out by.
(if_statement) @conditional
(try_statement) @conditional

; Everything an annotation can stand on. What a query cannot say (which name is it bound to? can the module reach it?)
; is decided in scopes.py; the capture names are the same in every language where they mean the same.

(function_declaration) @function
(generator_function_declaration) @function
(method_definition) @function
(class_declaration) @class
(field_definition) @field

; What gives its function or class a name, or none that can be called.
(variable_declarator) @bound
(assignment_expression) @assigned
(pair) @pair

; Functions and classes as values.
(function_expression) @value
(generator_function) @value
(arrow_function) @value
(class) @value

; What declarations begin with.
(export_statement) @outer
(lexical_declaration) @outer
(variable_declaration) @outer
(expression_statement) @outer

; What takes declarations out of reach.
(statement_block) @body
(class_static_block) @body
(switch_body) @body
(for_statement) @body

(comment) @comment

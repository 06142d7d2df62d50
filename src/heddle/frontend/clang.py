"""Access to libclang's C API: parsing, diagnostics, cursors as small Python trees.

The Python layer that comes with libclang is slow and lacks operator kinds, so this module binds the few C functions
that the frontend needs.  A function's body is read with one recursive visit into :class:`Node` objects; types, names
and locations are asked for on demand.  Nothing is loaded before the first parse.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import os
from collections.abc import Sequence
from ctypes import (
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_double,
    c_int,
    c_longlong,
    c_size_t,
    c_uint,
    c_ulong,
    c_ulonglong,
    c_void_p,
)
from pathlib import Path
from typing import Any

from heddle.core.instr import Location
from heddle.errors import InputError
from heddle.records import dataclass


class CXCursor(Structure):
    _fields_ = [("kind", c_int), ("xdata", c_int), ("data", c_void_p * 3)]


class CXType(Structure):
    _fields_ = [("kind", c_int), ("data", c_void_p * 2)]


class CXString(Structure):
    _fields_ = [("data", c_void_p), ("flags", c_uint)]


class CXSourceLocation(Structure):
    _fields_ = [("ptr_data", c_void_p * 2), ("int_data", c_uint)]


class CXSourceRange(Structure):
    _fields_ = [("ptr_data", c_void_p * 2), ("begin_int_data", c_uint), ("end_int_data", c_uint)]


class CXUnsavedFile(Structure):
    _fields_ = [("name", c_char_p), ("contents", c_char_p), ("length", c_ulong)]


InclusionVisitor = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_uint, c_void_p)
Visitor = ctypes.CFUNCTYPE(c_int, CXCursor, CXCursor, c_void_p)
STOP, CONTINUE, RECURSE = 0, 1, 2

_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "clang_createIndex": (c_void_p, [c_int, c_int]),
    "clang_disposeIndex": (None, [c_void_p]),
    "clang_parseTranslationUnit2": (
        c_int,
        [c_void_p, c_char_p, POINTER(c_char_p), c_int, POINTER(CXUnsavedFile), c_uint, c_uint, POINTER(c_void_p)],
    ),
    "clang_disposeTranslationUnit": (None, [c_void_p]),
    "clang_getTranslationUnitCursor": (CXCursor, [c_void_p]),
    "clang_getNumDiagnostics": (c_uint, [c_void_p]),
    "clang_getDiagnostic": (c_void_p, [c_void_p, c_uint]),
    "clang_disposeDiagnostic": (None, [c_void_p]),
    "clang_getDiagnosticSeverity": (c_int, [c_void_p]),
    "clang_getDiagnosticSpelling": (CXString, [c_void_p]),
    "clang_getDiagnosticLocation": (CXSourceLocation, [c_void_p]),
    "clang_getInclusions": (None, [c_void_p, InclusionVisitor, c_void_p]),
    "clang_getCString": (c_char_p, [CXString]),
    "clang_disposeString": (None, [CXString]),
    "clang_visitChildren": (c_uint, [CXCursor, Visitor, c_void_p]),
    "clang_getCursorType": (CXType, [CXCursor]),
    "clang_getCursorSpelling": (CXString, [CXCursor]),
    "clang_getCursorReferenced": (CXCursor, [CXCursor]),
    "clang_getCanonicalCursor": (CXCursor, [CXCursor]),
    "clang_getCursorSemanticParent": (CXCursor, [CXCursor]),
    "clang_getCursorLocation": (CXSourceLocation, [CXCursor]),
    "clang_getCursorExtent": (CXSourceRange, [CXCursor]),
    "clang_getRangeStart": (CXSourceLocation, [CXSourceRange]),
    "clang_getRangeEnd": (CXSourceLocation, [CXSourceRange]),
    "clang_getFileContents": (c_void_p, [c_void_p, c_void_p, POINTER(c_size_t)]),
    "clang_getExpansionLocation": (
        None,
        [CXSourceLocation, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)],
    ),
    "clang_getFileName": (CXString, [c_void_p]),
    "clang_getCursorBinaryOperatorKind": (c_int, [CXCursor]),
    "clang_getCursorUnaryOperatorKind": (c_int, [CXCursor]),
    "clang_isCursorDefinition": (c_uint, [CXCursor]),
    "clang_isInvalidDeclaration": (c_uint, [CXCursor]),
    "clang_getCursorLinkage": (c_int, [CXCursor]),
    "clang_Cursor_getStorageClass": (c_int, [CXCursor]),
    "clang_getCursorTLSKind": (c_int, [CXCursor]),
    "clang_Cursor_getVarDeclInitializer": (CXCursor, [CXCursor]),
    "clang_Cursor_isNull": (c_int, [CXCursor]),
    "clang_getCursorPrettyPrinted": (CXString, [CXCursor, c_void_p]),
    "clang_Cursor_Evaluate": (c_void_p, [CXCursor]),
    "clang_EvalResult_dispose": (None, [c_void_p]),
    "clang_EvalResult_getKind": (c_int, [c_void_p]),
    "clang_EvalResult_isUnsignedInt": (c_uint, [c_void_p]),
    "clang_EvalResult_getAsLongLong": (c_longlong, [c_void_p]),
    "clang_EvalResult_getAsUnsigned": (c_ulonglong, [c_void_p]),
    "clang_EvalResult_getAsDouble": (c_double, [c_void_p]),
    "clang_getCanonicalType": (CXType, [CXType]),
    "clang_isVolatileQualifiedType": (c_uint, [CXType]),
    "clang_getPointeeType": (CXType, [CXType]),
    "clang_getArrayElementType": (CXType, [CXType]),
    "clang_getArraySize": (c_longlong, [CXType]),
    "clang_getTypeDeclaration": (CXCursor, [CXType]),
    "clang_getTypeSpelling": (CXString, [CXType]),
    "clang_getEnumDeclIntegerType": (CXType, [CXCursor]),
    "clang_getEnumConstantDeclValue": (c_longlong, [CXCursor]),
    "clang_getResultType": (CXType, [CXType]),
    "clang_getNumArgTypes": (c_int, [CXType]),
    "clang_getArgType": (CXType, [CXType, c_uint]),
    "clang_isFunctionTypeVariadic": (c_uint, [CXType]),
    "clang_isConstQualifiedType": (c_uint, [CXType]),
    "clang_Type_getSizeOf": (c_longlong, [CXType]),
    "clang_Type_getAlignOf": (c_longlong, [CXType]),
    "clang_Type_getValueType": (CXType, [CXType]),
    "clang_Type_visitFields": (c_uint, [CXType, ctypes.CFUNCTYPE(c_int, CXCursor, c_void_p), c_void_p]),
    "clang_Cursor_getOffsetOfField": (c_longlong, [CXCursor]),
    "clang_Cursor_isBitField": (c_uint, [CXCursor]),
    "clang_getFieldDeclBitWidth": (c_int, [CXCursor]),
    "clang_Cursor_isAnonymousRecordDecl": (c_uint, [CXCursor]),
}
FieldVisitor = _SIGNATURES["clang_Type_visitFields"][1][1]


class Kind:
    """Cursor kinds (clang-c/Index.h)."""

    UNION_DECL, ENUM_CONSTANT, FUNCTION_DECL, VAR_DECL, PARM_DECL, TYPEDEF = 3, 7, 8, 9, 10, 20
    TYPE_REF, MEMBER_REF, LABEL_REF = 43, 47, 48
    FIRST_EXPR, LAST_EXPR = 100, 199
    UNEXPOSED_EXPR, DECL_REF, MEMBER_EXPR, CALL = 100, 101, 102, 103
    INTEGER, FLOATING, IMAGINARY, STRING, CHARACTER = 106, 107, 108, 109, 110
    PAREN, UNARY, SUBSCRIPT, BINARY, COMPOUND_ASSIGN, CONDITIONAL, CAST = 111, 112, 113, 114, 115, 116, 117
    COMPOUND_LITERAL, INIT_LIST, ADDR_LABEL, STMT_EXPR, GENERIC = 118, 119, 120, 121, 122
    SIZEOF = 136
    LABEL, COMPOUND, CASE, DEFAULT, IF, SWITCH, WHILE, DO, FOR, GOTO, INDIRECT_GOTO = (
        201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211,
    )
    CONTINUE, BREAK, RETURN, ASM, NULL_STMT, DECL_STMT = 212, 213, 214, 215, 230, 231
    ATTRIBUTE_FIRST, ATTRIBUTE_LAST, ANNOTATE_ATTRIBUTE, ASM_LABEL = 400, 499, 406, 407


BINARY_OPERATORS = {
    3: "*", 4: "/", 5: "%", 6: "+", 7: "-", 8: "<<", 9: ">>", 11: "<", 12: ">", 13: "<=", 14: ">=", 15: "==", 16: "!=",
    17: "&", 18: "^", 19: "|", 20: "&&", 21: "||", 22: "=", 23: "*=", 24: "/=", 25: "%=", 26: "+=", 27: "-=", 28: "<<=",
    29: ">>=", 30: "&=", 31: "^=", 32: "|=", 33: ",",
}
UNARY_OPERATORS = {
    1: "x++", 2: "x--", 3: "++x", 4: "--x", 5: "&", 6: "*", 7: "+", 8: "-", 9: "~", 10: "!", 11: "real", 12: "imag",
    13: "extension",
}

# CXTranslationUnit_KeepGoing: report every error of a file rather than stop at the first fatal one.
PARSE_OPTIONS = 0x200


@functools.cache
def library() -> Any:
    """libclang, loaded once, with the signatures of the functions used."""
    spec = importlib.util.find_spec("clang")
    if spec is None or not spec.submodule_search_locations:
        raise InputError("the libclang package is not installed")
    native = Path(spec.submodule_search_locations[0]) / "native"
    found = [f for f in (native / n for n in ("libclang.so", "libclang.dylib", "libclang.dll")) if f.exists()]
    # Else libclang parses in a thread of its own, whose small stack deep nesting overflows; ours is deep.
    os.environ.setdefault("LIBCLANG_NOTHREADS", "1")
    handle = ctypes.CDLL(str(found[0]) if found else "libclang.so")
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(handle, name)
        function.restype, function.argtypes = result, arguments
    return handle


def text(string: CXString) -> str:
    lib = library()
    raw = lib.clang_getCString(string)
    lib.clang_disposeString(string)
    return raw.decode("utf-8", "replace") if raw else ""


def identity(cursor: CXCursor) -> tuple[int, int | None]:
    """What tells a cursor from others of its translation unit: the address of its declaration, or of its statement."""
    kind: int = cursor.kind
    return kind, cursor.data[0 if kind < Kind.FIRST_EXPR else 1]


class Node:
    """A cursor with its children."""

    __slots__ = ("children", "cursor", "index", "kind")

    def __init__(self, cursor: CXCursor) -> None:
        self.kind: int = cursor.kind
        self.cursor = cursor
        self.children: list[Node] = []
        self.index = -1
        """Of a ``for`` or ``asm`` statement: its number among those of its function."""

    @property
    def spelling(self) -> str:
        return text(library().clang_getCursorSpelling(self.cursor))

    @property
    def binary_operator(self) -> str:
        return BINARY_OPERATORS.get(library().clang_getCursorBinaryOperatorKind(self.cursor), "?")

    @property
    def unary_operator(self) -> str:
        return UNARY_OPERATORS.get(library().clang_getCursorUnaryOperatorKind(self.cursor), "?")

    @property
    def type(self) -> CXType:
        found: CXType = library().clang_getCursorType(self.cursor)
        return found

    @property
    def referenced(self) -> CXCursor:
        found: CXCursor = library().clang_getCursorReferenced(self.cursor)
        return found

    @property
    def is_expression(self) -> bool:
        return Kind.FIRST_EXPR <= self.kind <= Kind.LAST_EXPR

    @property
    def expressions(self) -> list[Node]:
        """The children that are expressions (not type references, attributes and the like)."""
        return [c for c in self.children if Kind.FIRST_EXPR <= c.kind <= Kind.LAST_EXPR]


def tree(cursor: CXCursor) -> Node:
    """The whole tree below a cursor.  ``for`` and ``asm`` statements are numbered in source order."""
    root = Node(cursor)
    stack: list[tuple[tuple[int, int | None], Node]] = [(identity(cursor), root)]
    numbers = {Kind.FOR: 0, Kind.ASM: 0}
    orphans: list[CXCursor] = []

    def visit(child: CXCursor, parent: CXCursor, _: object) -> int:
        wanted = identity(parent)
        while stack and stack[-1][0] != wanted:
            stack.pop()
        if not stack:  # an exception would be lost inside the callback
            orphans.append(child)
            return STOP
        node = Node(child)
        if node.kind in numbers:
            node.index = numbers[node.kind]
            numbers[node.kind] += 1
        stack[-1][1].children.append(node)
        stack.append((identity(child), node))
        return RECURSE

    library().clang_visitChildren(cursor, Visitor(visit), None)
    if orphans:
        raise RuntimeError("libclang visited a cursor outside of its parent")
    return root


def children(cursor: CXCursor) -> list[CXCursor]:
    found: list[CXCursor] = []

    def visit(child: CXCursor, _parent: CXCursor, _: object) -> int:
        found.append(child)
        return CONTINUE

    library().clang_visitChildren(cursor, Visitor(visit), None)
    return found


def spelling(cursor: CXCursor) -> str:
    return text(library().clang_getCursorSpelling(cursor))


def pretty(cursor: CXCursor) -> str:
    """A declaration printed back as C, with macros expanded."""
    return text(library().clang_getCursorPrettyPrinted(cursor, None))


def evaluate(cursor: CXCursor) -> int | float | None:
    """The value of a constant expression, if clang can tell.  Side effects are ignored: ask only about pure ones."""
    lib = library()
    result = lib.clang_Cursor_Evaluate(cursor)
    if not result:
        return None
    try:
        kind = lib.clang_EvalResult_getKind(result)
        if kind == 1:
            if lib.clang_EvalResult_isUnsignedInt(result):
                return int(lib.clang_EvalResult_getAsUnsigned(result))
            return int(lib.clang_EvalResult_getAsLongLong(result))
        if kind == 2:
            return float(lib.clang_EvalResult_getAsDouble(result))
        return None
    finally:
        lib.clang_EvalResult_dispose(result)


@dataclass(frozen=True, slots=True)
class Unsaved:
    """File contents given to clang instead of what is on disk."""

    path: str
    contents: bytes


class Unit:
    """A parsed translation unit.  ``path`` is the file as the user named it."""

    def __init__(self, path: str, arguments: Sequence[str], unsaved: Sequence[Unsaved] = ()) -> None:
        self.path = path
        lib = library()
        self._index = lib.clang_createIndex(0, 0)
        argv = (c_char_p * len(arguments))(*(a.encode() for a in arguments))
        files = (CXUnsavedFile * len(unsaved))(
            *(CXUnsavedFile(u.path.encode(), u.contents, len(u.contents)) for u in unsaved)
        )
        handle = c_void_p()
        code = lib.clang_parseTranslationUnit2(
            self._index, path.encode(), argv, len(arguments), files, len(unsaved), PARSE_OPTIONS, byref(handle)
        )
        self._handle = handle
        if code != 0 or not handle:
            raise InputError("clang cannot read this file", Location(path, 1))
        self._files: dict[int, str] = {}
        self._spot = c_void_p(), c_uint(), c_uint(), c_uint()
        """Where clang puts a file, line, column and offset: every instruction asks for them."""
        self._spot_references = [byref(part) for part in self._spot]

    def dispose(self) -> None:
        lib = library()
        lib.clang_disposeTranslationUnit(self._handle)
        lib.clang_disposeIndex(self._index)

    def inclusions(self) -> list[str]:
        """The file itself, and all that it includes."""
        lib, found = library(), list[str]()

        def visit(file: int, _stack: object, _length: int, _: object) -> None:
            found.append(text(lib.clang_getFileName(file)))

        lib.clang_getInclusions(self._handle, InclusionVisitor(visit), None)
        return found

    @property
    def cursor(self) -> CXCursor:
        found: CXCursor = library().clang_getTranslationUnitCursor(self._handle)
        return found

    def position(self, location: CXSourceLocation) -> tuple[str, int, int]:
        """Physical file, line and column (of the expansion, for what comes from a macro).

        What stands in no file, but comes from the options of the compiler, is at line 0.
        """
        lib = library()
        file, line, column, _ = self._spot
        lib.clang_getExpansionLocation(location, *self._spot_references)
        key = file.value or 0
        if key not in self._files:
            self._files[key] = text(lib.clang_getFileName(file)) if key else self.path
        return (self._files[key], line.value, column.value) if key else (self._files[key], 0, 0)

    def text_between(self, first: CXCursor, second: CXCursor) -> str:
        """The source text between the end of a cursor and the start of another, as far as macros do not hide it."""
        lib = library()
        ends = []
        for location in (lib.clang_getRangeEnd(lib.clang_getCursorExtent(first)),
                         lib.clang_getRangeStart(lib.clang_getCursorExtent(second))):
            file, line, column, offset = c_void_p(), c_uint(), c_uint(), c_uint()
            lib.clang_getExpansionLocation(location, byref(file), byref(line), byref(column), byref(offset))
            ends.append((file.value, offset.value))
        if ends[0][0] is None or ends[0][0] != ends[1][0]:
            return ""
        size = c_size_t()
        contents = lib.clang_getFileContents(self._handle, ends[0][0], byref(size))
        raw = ctypes.string_at(contents, size.value) if contents else b""
        return raw[ends[0][1] : ends[1][1]].decode("utf-8", "replace")

    def location(self, cursor: CXCursor, function: str = "") -> Location:
        lib = library()
        file, line, column = self.position(lib.clang_getCursorLocation(cursor))
        _, *end = self.position(lib.clang_getRangeEnd(lib.clang_getCursorExtent(cursor)))
        if end <= [line, column]:  # in a macro's expansion
            return Location(file, line, column, function)
        return Location(file, line, column, function, "", *end)

    def first_error(self) -> tuple[str, Location] | None:
        """The first diagnostic that makes the file invalid."""
        lib = library()
        for number in range(lib.clang_getNumDiagnostics(self._handle)):
            diagnostic = lib.clang_getDiagnostic(self._handle, number)
            severity = lib.clang_getDiagnosticSeverity(diagnostic)
            message = text(lib.clang_getDiagnosticSpelling(diagnostic))
            file, line, column = self.position(lib.clang_getDiagnosticLocation(diagnostic))
            lib.clang_disposeDiagnostic(diagnostic)
            if severity >= 3:
                return message, Location(file, line, column)
        return None


def nodes(tree: Node, *kinds: int) -> list[Node]:
    """The nodes of a tree that are of these kinds, in their order."""
    found = []
    pending = [tree]
    while pending:
        node = pending.pop()
        if node.kind in kinds:
            found.append(node)
        if node.children:
            pending += node.children[::-1]
    return found


def stripped(node: Node) -> Node:
    """Without parentheses and ``__extension__``."""
    while node.kind == Kind.PAREN or (node.kind == Kind.UNARY and node.unary_operator == "extension"):
        node = node.expressions[-1]
    return node


def named_function(callee: Node) -> Node | None:
    """The reference to a function, if the call names one."""
    while callee.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR) and len(callee.expressions) == 1:
        callee = callee.expressions[0]
    if callee.kind == Kind.UNARY and callee.unary_operator in ("&", "*"):
        return named_function(callee.expressions[0])
    if callee.kind == Kind.DECL_REF and callee.referenced.kind == Kind.FUNCTION_DECL:
        return callee
    return None

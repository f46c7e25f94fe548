#!/usr/bin/env python3
"""Makes the books of this folder: the same moves as YaneuraOu, Apery and ShogiGUI write them.

cshogi gives Apery's keys and moves, Google's protobuf writes ShogiGUI's messages by the fields of BookConv's book.proto.
Needs `pip install cshogi protobuf`.
"""

import pathlib
import struct

import cshogi
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

HERE = pathlib.Path(__file__).parent
# Lines of moves from the start, each with how often it was played.
LINES = [
    ("7g7f 3c3d 2g2f 4c4d", 5),
    ("7g7f 3c3d 8h2b+ 3a2b B*4e B*5d", 2),
    ("2g2f 8c8d 2f2e 8d8e", 3),
    ("2g2f 3c3d 7g7f 4c4d", 1),
]
# One to which nothing leads.
LONELY = ("1g1f 1c1d 9g9f 9c9d 5g5f", 1)
# ShogiGUI's numbers of pieces that are dropped; White's have 16 more.
KINDS = {"P": 1, "L": 2, "N": 3, "S": 4, "G": 5, "B": 6, "R": 7}
FIELDS = {
    "SBook": [("Author", 1, "string"), ("Description", 2, "string"), ("BookStates", 3, "SBookState")],
    "SBookState": [("Id", 1, "int32"), ("BoardKey", 2, "uint64"), ("HandKey", 3, "uint32"), ("Games", 4, "int32"),
                   ("WonBlack", 5, "int32"), ("WonWhite", 6, "int32"), ("Position", 7, "string"),
                   ("Comment", 8, "string"), ("Moves", 9, "SBookMove"), ("Evals", 10, "SBookEval")],
    "SBookMove": [("Move", 1, "int32"), ("Evalution", 2, "int32"), ("Weight", 3, "int32"), ("NextStateId", 4, "int32")],
    "SBookEval": [("EvalutionValue", 1, "int32"), ("Depth", 2, "int32"), ("SelDepth", 3, "int32"),
                  ("Nodes", 4, "int64"), ("Variation", 5, "string"), ("EngineName", 6, "string")],
}
REPEATED = {"BookStates", "Moves", "Evals"}


def key(board):
    """Board, side and hands."""
    return board.sfen().rsplit(" ", 1)[0]


def positions(lines):
    """By key, in the order in which they come up: SFEN, Apery's key, and moves with count and next key."""
    found = {}
    for line, count in lines:
        board = cshogi.Board()
        for usi in line.split():
            sfen, number, move = board.sfen(), board.book_key(), board.move_from_usi(usi)
            moves = found.setdefault(key(board), (sfen, number, {}))[2]
            board.push(move)
            count_before = moves[usi][0] if usi in moves else 0
            moves[usi] = (count_before + count, move, key(board))
    return found


def value(usi):
    """Any number that is not the same for all moves."""
    return sum(usi.encode()) % 100 - 50


def write_yaneuraou(found):
    lines = ["#YANEURAOU-DB2016 1.00"]
    for sfen, _, moves in sorted(found.values()):
        lines.append(f"sfen {sfen}")
        lines += [f"{usi} none {value(usi)} 0 {count}" for usi, (count, _, _) in moves.items()]
    (HERE / "yaneuraou.db").write_text("\n".join(lines) + "\n")


def write_apery(found):
    records = []
    for _, number, moves in found.values():
        records += [(number, cshogi.move16(move), count, value(usi)) for usi, (count, move, _) in moves.items()]
    records.sort(key=lambda record: record[0])
    (HERE / "apery.bin").write_bytes(b"".join(struct.pack("<QHHi", *record) for record in records))


def messages():
    file = descriptor_pb2.FileDescriptorProto(name="book.proto", package="ShogiLib", syntax="proto2")
    kinds = descriptor_pb2.FieldDescriptorProto
    for name, fields in FIELDS.items():
        message = file.message_type.add(name=name)
        for field, number, kind in fields:
            label = kinds.LABEL_REPEATED if field in REPEATED else kinds.LABEL_OPTIONAL
            if kind in FIELDS:
                message.field.add(name=field, number=number, label=label, type=kinds.TYPE_MESSAGE,
                                  type_name=f".ShogiLib.{kind}")
            else:
                message.field.add(name=field, number=number, label=label, type=getattr(kinds, f"TYPE_{kind.upper()}"))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("ShogiLib.SBook"))


def move_bits(usi, is_white):
    square = [int(usi[2]), "abcdefghi".index(usi[3]) + 1]
    bits = square[1] << 8 | square[0] << 12
    if usi[1] == "*":
        bits |= (KINDS[usi[0]] | is_white << 4) << 24
    else:
        bits |= "abcdefghi".index(usi[1]) + 1 | int(usi[0]) << 4 | (usi.endswith("+")) << 19
    return bits - (1 << 31) * is_white


def write_shogigui(found, lonely):
    book = messages()(Author="make.py", Description="test")
    places = {name: place for place, name in enumerate(found)}
    for name, (sfen, _, moves) in list(found.items()) + [(None, lonely)]:
        state = book.BookStates.add(Id=len(book.BookStates), BoardKey=1 << 63, HandKey=7, Games=1, WonBlack=1, WonWhite=0)
        if sfen.endswith(" 1"):
            state.Position = sfen
        is_white = " w " in sfen
        for usi, (count, _, following) in moves.items():
            state.Moves.add(Move=move_bits(usi, is_white), Evalution=2, Weight=count,
                            NextStateId=places.get(following, -1))
        if places.get(name) == 0:
            # Neither what has no weight nor what is judged bad is played.
            state.Moves.add(Move=move_bits("9g9f", is_white), Evalution=0, Weight=0, NextStateId=-1)
            state.Moves.add(Move=move_bits("5i6h", is_white), Evalution=4, Weight=9, NextStateId=-1)
            state.Evals.add(EvalutionValue=30, Depth=9, SelDepth=12, Nodes=1 << 40, Variation="", EngineName="none")
    (HERE / "shogigui.sbk").write_bytes(book.SerializeToString())


def main():
    found = positions(LINES)
    lonely = list(positions([LONELY]).values())[-1]
    write_yaneuraou(found)
    write_shogigui(found, lonely)
    write_apery(found | {None: lonely})


main()

"""What the thesis prints: frequencies, tables of buckets, and strategies."""

from __future__ import annotations

from kibitz.poker.draw_poker.bucket_tables import BucketTables, read_tables
from kibitz.reproduce.published_table import BLANK, PublishedRow, row

FREQUENCIES = {
    "High Card": "0.542",
    "Pair": "0.284",
    "Straight": "0.090",
    "Flush": "0.068",
    "Straight Flush": "0.011",
    "Three of a Kind": "0.005",
}

FIGURE_1 = {"AA": "0.437", "AB": "0.229", "BA": "0.229", "BB": "0.105"}
FIGURE_2 = {
    "CC": "0.057",
    "CD": "0.126",
    "CE": "0.066",
    "DC": "0.125",
    "DD": "0.251",
    "DE": "0.125",
    "EC": "0.066",
    "ED": "0.126",
    "EE": "0.058",
}
"""The entry D,C is missing in print; the sum forces it."""
FIGURE_3 = {
    "AA": "0.174 0.170 0.077 0.167 0.154 0.069 0.079 0.072 0.038",
    "AB": "0.100 0.168 0.149 0.100 0.158 0.134 0.046 0.078 0.067",
    "BA": "0.103 0.098 0.046 0.170 0.154 0.074 0.143 0.144 0.068",
    "BB": "0.068 0.108 0.089 0.107 0.145 0.137 0.089 0.128 0.129",
}
FIGURE_4 = {
    "CC": "0.257 0.197 0.056 0.199 0.157 0.039 0.045 0.042 0.008",
    "CD": "0.164 0.194 0.122 0.156 0.161 0.107 0.038 0.034 0.024",
    "CE": "0.111 0.204 0.172 0.103 0.165 0.143 0.021 0.042 0.039",
    "DC": "0.167 0.140 0.035 0.192 0.165 0.037 0.129 0.110 0.025",
    "DD": "0.125 0.142 0.090 0.140 0.145 0.095 0.094 0.102 0.067",
    "DE": "0.090 0.152 0.131 0.088 0.153 0.131 0.061 0.104 0.090",
    "EC": "0.109 0.103 0.026 0.198 0.165 0.042 0.170 0.145 0.042",
    "ED": "0.083 0.091 0.060 0.149 0.143 0.111 0.130 0.138 0.096",
    "EE": "0.059 0.105 0.084 0.109 0.150 0.134 0.089 0.137 0.133",
}
FINAL_SIZES = (332, 666, 332)
SIZES = {2: (444, 886), 3: (331, 668, 331)}
"""Initial buckets, the worst first."""
PRINTED_VALUE = "-14/100"

FIRST = (
    "",
    "cc1",
    "cc1cb",
    "cc2",
    "cc2cb",
    "cc3",
    "cc3cb",
    "cb",
    "cbk1",
    "cbk1cb",
    "cbk2",
    "cbk2cb",
    "cbk3",
    "cbk3cb",
    "bk1",
    "bk1cb",
    "bk2",
    "bk2cb",
    "bk3",
    "bk3cb",
)
"""The order in which the rows of a bucket of the first player are printed."""
SECOND = (
    "c",
    "cc1c",
    "cc1b",
    "cc2c",
    "cc2b",
    "cc3c",
    "cc3b",
    "cbk1c",
    "cbk1b",
    "cbk2c",
    "cbk2b",
    "cbk3c",
    "cbk3b",
    "b",
    "bk1c",
    "bk1b",
    "bk2c",
    "bk2b",
    "bk3c",
    "bk3b",
)
TABLE_1 = """
1 A: 1/0 .822/.178 1/0 1/0 0/1 0/1 * 0/1 .878/.122 1/0 1/0 0/1 0/1 * * * * * * *
1 B: 1/0 1/0 1/0 .767/.233 0/1 0/1 * 0/1 0/1 * 1/0 0/1 0/1 * * * * * * *
2 A: 1/0 .900/.100 1/0 .879/.121 .109/.891 0/1 0/1 * * * * * * .017/.983 1/0 .336/.664 1/0 0/1
     1/0 .361/.639
2 B: 0/1 * * * * * * 0/1 .585/.415 .565/.435 0/1 0/1 0/1 0/1 1/0 0/1 1/0 0/1 1/0 .405/.595
"""
TABLE_2 = """
1 C: 1/0 1/0 .907/.093 1/0 0/1 0/1 .5/.5 0/1 1/0 1/0 1/0 0/1 0/1 .5/.5 .5/.5 .5/.5 .5/.5 .5/.5
     .5/.5 .5/.5
1 D: 1/0 .8852/.1148 1/0 1/0 0/1 .2705/.7295 0/1 0/1 .3701/.63 1/0 1/0 0/1 0/1 .5/.5 .5/.5 .5/.5
     .5/.5 .5/.5 .5/.5 .5/.5
1 E: 1/0 1/0 1/0 1/0 0/1 0/1 .5/.5 .5/1 1/0 1/0 1/0 0/1 0/1 .5/.5 .5/.5 0/-35.323 .5/.5 -.013/0
     .5/.5 0/1.074
2 C: 0/2.093 1/0 0/0 1/0 -1.02/0 0/1 0/-.424 0/-.211 -9.932/0 0/1 0/-1.423 0/-11.206 0/0 1/0
     .5/.5 .5/.5 .5/.5 .5/.5 .5/.5 .5/.5
2 D: 1/0 .522/.478 1/0 .661/.339 .126/.874 0/1 0/1 .5/.5 .5/.5 .5/.5 .5/.5 .5/.5 .5/.5 1/0 .5/.5
     .5/.5 .5/.5 .5/.5 .5/.5 .5/.5
2 E: 0/1 .5/.5 .5/.5 .5/.5 .5/.5 .5/.5 .5/.5 0/1 .572/.4278 .676/.324 0/1 0/1 0/1 1/0 .5/.5 .5/.5
     .5/.5 .5/.5 .5/.5 .5/.5
"""


def figures(buckets: int, normalize: bool = True) -> BucketTables:
    """The printed tables for two or three initial buckets; column E,D adds up to 1.001."""
    initial, draws = (FIGURE_1, FIGURE_3) if buckets == 2 else (FIGURE_2, FIGURE_4)
    return read_tables(initial, {k: line.split() for k, line in draws.items()}, normalize)


def printed_table(text: str) -> list[PublishedRow]:
    """The rows of a printed strategy table, in the order of print."""
    found: list[PublishedRow] = []
    player, bucket, place = 0, "", 0
    for word in text.replace(":", " :").split():
        if word == ":":
            place = 0
        elif word in ("1", "2"):
            player = int(word) - 1
        elif word.isalpha():
            bucket = word
        else:
            spelled = (FIRST, SECOND)[player][place]
            pair = (BLANK, BLANK) if word == "*" else tuple(word.split("/"))
            found.append(row(player, _key(bucket, spelled), *pair))
            place += 1
    return found


def _key(bucket: str, spelled: str) -> tuple[str, ...]:
    """``cc1cb`` taken apart: first round, final bucket, second round."""
    for k, letter in enumerate(spelled):
        if letter.isdigit():
            parts = (bucket, spelled[:k], letter, spelled[k + 1 :])
            return parts[:3] if not parts[3] else parts
    return (bucket, spelled) if spelled else (bucket,)

"""What each code of the checker means, for people who write their own rules.

The one place of these texts: `cometrules explain CODE` shows them, and reports refer to them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from types import MappingProxyType

import attrs

__all__ = ["CODES", "Code", "explained"]


@attrs.frozen
class Code:
    """A code of the checker.

    Args:
        code: Y.. for the text and YAML, S.. for the schema, X.. for `extends`, M.. for what the
            values mean together, P.. for what came about when the rules were played, R.. for
            game records, N.. for positions.
        title: what is wrong, in a short phrase.
        means: what is wrong and why it cannot be accepted, or what is odd about it.
        example: YAML that gets this code. For S, X and M it holds the keys that replace or add
            to those of a profile that is right, or is a file of its own where it gives the
            `format`; for Y it holds the lines with the fault, or says in words what no text can
            show. "" for P, R and N.
        remedy: what to write instead.
    """

    code: str
    title: str
    means: str
    example: str
    remedy: str


# --- the text and the YAML --------------------------------------------------------------------

_YAML = (
    Code(
        "Y01", "file too large",
        "A profile may be 64 KiB long, which is some fifty times as much as the longest that comes "
        "with the library. A larger file is hardly a set of rules, so it is not read at all.",
        "a file of more than 65,536 bytes",
        "Check that this is the file you meant. Long remarks on the rules go into a file of their "
        "own.",
    ),
    Code(
        "Y02", "not UTF-8",
        "The bytes of the file are not text in UTF-8, the encoding in which profiles are written. "
        "It was probably saved as UTF-16, or in an old encoding such as Latin-1. Guessing at the "
        "letters could turn a suit or a name into something else.",
        "a file that an editor has saved as UTF-16 or as Latin-1",
        "Open the file in your editor and save it with the encoding UTF-8.",
    ),
    Code(
        "Y03", "control character in the text",
        "A character stands in the file that prints nothing and is meant for a machine, such as "
        "the end of a page or a bell. Such characters come along when text is pasted from a PDF "
        "or a terminal. What is read would not be what you see.",
        "title: {en: Grandmother's Komet\x0c}",
        "Delete the character at the place that is shown, or type the line afresh.",
    ),
    Code(
        "Y04", "not YAML",
        "The text breaks the way YAML is written, so nobody can tell which value belongs to which "
        "key. Usual causes are a bracket or quote left open, a colon without a blank behind it, a "
        "tab or a wrong indent, and a second document after a line of three dashes.",
        "players: {min: 2, max: 4\ndeal: {hands: even}",
        "Look at the place that is shown and at the line above it. Here a bracket was left open: "
        "`players: {min: 2, max: 4}`.",
    ),
    Code(
        "Y05", "empty file",
        "The file holds nothing, or comments only. There are no rules that could be checked.",
        "# The Komet as my grandmother played it",
        "Let `cometrules new-profile` write a file to begin with, or extend one of the bundled "
        "profiles.",
    ),
    Code(
        "Y06", "not a mapping of keys to values",
        "A profile consists of keys with their values. This file is a list, or a single piece of "
        "text, so no value in it has a name.",
        "- players from 2 to 4\n- all cards dealt",
        "Give every rule its key, as in `deal: {hands: all}`.",
    ),
    Code(
        "Y10", "yes or no to some readers, a word to others",
        "Words such as no, off, yes, on and y are truth values in older YAML and plain words in "
        "newer YAML. The same file would then mean two things. No rule of a profile is a question "
        "of yes or no, so such a word is never the right answer.",
        "play: {continue: no}",
        "Answer with one of the key's own words, here `continue: may`. In a title or another "
        "name, put the word in quotes.",
    ),
    Code(
        "Y11", "a time of day, or a number to the base of sixty",
        "Digits with colons between them look like a time. Some YAML readers count them up to the "
        "base of sixty, so that 21:00 becomes 1260, and others leave them as text.",
        "aliases:\n  - 21:00",
        'Put a name in quotes: `- "21:00"`. Where a number is wanted, write it without a colon.',
    ),
    Code(
        "Y12", "a number in an unusual notation",
        "A leading zero, a plus sign, an underscore or a prefix such as 0x is read in different "
        "ways. To one program 010 is ten, to another eight, and to a third it is text.",
        "players: {min: 02, max: 4}",
        "Write the number with its digits alone: `players: {min: 2, max: 4}`.",
    ),
    Code(
        "Y13", "a date",
        "Year, month and day with dashes between them become a date in some YAML readers and stay "
        "text in others. No rule of a profile is a date, so this can only be meant as text.",
        "aliases: [1718-05-01]",
        'Put it in quotes: `aliases: ["1718-05-01"]`.',
    ),
    Code(
        "Y14", "infinity, or no number",
        "These words stand for an endless number, or for something that is no number at all. Every "
        "amount in a game is a whole number that can be counted out on the table.",
        "match: {ends: at_target, target: .inf}",
        "Write a whole number. A match of a fixed length, without a target, is "
        "`match: {ends: after_deals}`.",
    ),
    Code(
        "Y15", "a number of ten digits or more",
        "No rule of a card game needs so large a number, and programs differ in how large a "
        "number they can hold. It is probably a slip, or the digits are a name.",
        "match: {ends: at_target, target: 10000000000}",
        "Write the number you mean, such as `target: 100`; a name made of digits goes in quotes.",
    ),
    Code(
        "Y16", "a fraction or an exponent",
        "Payments, points and cards are counted in whole numbers. A decimal point or an exponent "
        "also makes some YAML readers see a number and others text, even in 48.0 or 1e3.",
        "settlement: {scoring: payments, per_card: 0.5}",
        "Take a smaller unit and multiply every amount, so that half a chip becomes "
        "`per_card: 1` and a whole one 2.",
    ),
    Code(
        "Y20", "a tag",
        "A word that begins with an exclamation mark is a tag, by which YAML forces a value into "
        "a type. A profile knows by its keys what type each value has. Tags can also make programs "
        "do unexpected things, so none is obeyed.",
        "deal: {hands: even, dead_first: !!int 3}",
        "Leave the tag out: `dead_first: 3`.",
    ),
    Code(
        "Y21", "a key that is no word",
        "YAML lets a list or a mapping stand as a key. In a profile each key is one word, card or "
        "number, so such a key could not be looked up.",
        "payments: {laying: {[K, Q]: 1}}",
        "Write one entry for each: `laying: {K: 1, Q: 1}`.",
    ),
    Code(
        "Y22", "a merge key",
        "The key << asks to copy another mapping into this one. Newer YAML has dropped it, and "
        "programs disagree about which value wins, so it is not understood here.",
        "deck:\n  packs: {black: &one {suits: [C, S]}, double: {<<: *one, copies: 2}}",
        "Write the values out where they hold. To build on all the rules of another profile, use "
        "`extends: ID`.",
    ),
    Code(
        "Y23", "the same key twice",
        "Two lines give a value to the same key, and only one of them could hold. Many programs "
        "silently take the last. A number and the same number in quotes are one key.",
        "deal:\n  table: {2: 18, 3: 12, 3: 13}",
        "Keep the line that you mean and delete the other.",
    ),
    Code(
        "Y30", "letters in an unusual form",
        "An invisible sign that only picks how a suit is drawn stands behind it, or an accented "
        "letter is put together of two signs. Both are read as the plain letter, so the profile "
        "works. A search in your editor may fail to find such a word.",
        "comet: {cards: [9♦\ufe0f]}",
        "Nothing need be done; to be rid of the warning, type the letter again, or write the card "
        "as `9D`.",
    ),
    Code(
        "Y31", "a look-alike of a sign that YAML reads",
        "Curly quotes, no-break spaces and full-width colons look like the plain ones, but YAML "
        "takes them for letters of the text. They come from word processors and web pages. Read "
        "as they stand, they would end up within a name or hide a key.",
        "title: {en: “Grandmother's Komet”}",
        'Type the sign again on the keyboard: `title: {en: "Grandmother\'s Komet"}`.',
    ),
    Code(
        "Y40", "an alias inside itself",
        "With & a value is given a mark, and * puts the marked value in again. Here the mark is "
        "used within the very value that it marks, which would have no end.",
        "aliases: &names [Komet, *names]",
        "Write out what you mean in place of the `*names`.",
    ),
    Code(
        "Y41", "too many values",
        "The file holds more than 5,000 values once every alias is replaced by what it stands for. "
        "Aliases of aliases multiply, so that a few lines can grow beyond all measure.",
        "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        "b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
        "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\n"
        "d: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]",
        "Take out what is no rule; a complete profile has a few hundred values at most.",
    ),
    Code(
        "Y42", "nested too deeply",
        "Lists and mappings stand inside one another to more than 32 levels. No key of a profile "
        "is more than a few levels down, so this is a slip or no profile.",
        f"title: {'[' * 33}{']' * 33}",
        "Close the brackets where their list ends, and check for opening brackets that are too "
        "many.",
    ),
)  # fmt: skip

# --- the schema -------------------------------------------------------------------------------

_SCHEMA = (
    Code(
        "S01", "unknown key",
        "No rule goes by this name at this place. It may be misspelt, or belong in another "
        "section. If it were passed over, the game would be played without a rule that you wrote "
        "down.",
        "play: {stop: [K, 7D]}",
        "Use the key that the hint names, here `play: {stops: [K, 7D]}`. What no key can say goes "
        "in words under leaves_out.",
    ),
    Code(
        "S02", "not one of the allowed words",
        "The key is answered with one word out of a short list, and this word is not on it. Each "
        "word stands for a rule that the engine knows how to play. Capitals count.",
        "play: {order: clockwise}",
        "Choose one of the words in the hint, here `play: {order: by_turn}`.",
    ),
    Code(
        "S03", "a required key is missing",
        "A few questions have no neutral answer and every profile must answer them: who plays, "
        "with which ranks, how many cards, how a run goes on, how it is settled and when the "
        "match ends. Each file also has its own format, id and title. This one is left open.",
        "format: 1\ntitle: {sv: Farmors komet}\nextends: svensk-komet",
        "Add the key, here a line such as `id: farmors-komet`. A profile that extends another "
        "need only say what is different, besides its own name.",
    ),
    Code(
        "S04", "wrong type of value",
        "A value has the wrong kind: text where a number belongs, a single card where a list "
        "belongs, or nothing behind the colon. A number in quotes counts as text.",
        "comet: {cards: 9D}",
        "Write the value as the hint shows it. A list has brackets even around a single entry: "
        "`comet: {cards: [9D]}`.",
    ),
    Code(
        "S05", "number out of range",
        "The number is smaller or larger than this rule can use. There are 2 to 12 players, for "
        "instance, and no amount is below 0: which way money goes is told by the key. The only "
        "format so far is 1.",
        "settlement: {per_card: -1}",
        "Stay within the limit that the message names, here `per_card: 1` or more; the loser "
        "pays it.",
    ),
    Code(
        "S06", "text in the wrong form",
        "Some texts are names that other files and commands use, so they are written in one form "
        "only. An id has small letters and digits, with single hyphens between its words.",
        "id: Farmors komet",
        "Write it in the form that the hint describes, here `id: farmors-komet`. The name for "
        "people to read stands under title.",
    ),
    Code(
        "S07", "too short, too long, or a key that cannot be",
        "A text, list or table has fewer or more entries than it may have, or a table has a key "
        "of the wrong kind. Tables are keyed by what a player would say: a rank, a card, a number "
        "of players, a language.",
        "payments: {laying: {king: 1}}",
        "Use the kind of key, or the number of entries, that the hint asks for: "
        "`laying: {K: 1}`.",
    ),
    Code(
        "S08", "the same thing twice",
        "A list or table names one rank or card more than once, perhaps in two spellings such as "
        "8D and 8♦. Saying it again changes nothing in a list, and in a table only one of the two "
        "values could hold.",
        "deck: {remove: [8D, 8♦]}",
        "Keep one of them: `deck: {remove: [8D]}`.",
    ),
    Code(
        "S10", "not a card, rank or suit",
        "What stands here cannot be read as the card, rank or suit that is wanted. A card is its "
        "rank (A, 2-10, J, Q, K) and right behind it its suit (C, D, H, S or the symbol). Other "
        "languages, jokers and words such as of are not understood.",
        "comet: {cards: [9 of diamonds]}",
        "Write rank and suit together, as in `comet: {cards: [9D]}`.",
    ),
)  # fmt: skip

# --- extends ----------------------------------------------------------------------------------

_EXTENDS = (
    Code(
        "X01", "the profile to extend cannot be had",
        "No bundled profile has this id, and neither has a file in the same folder, or the file "
        "that has it is not valid itself. Without it the rules that this profile leaves out are "
        "not known. A text that is no file has no folder, so it can extend bundled profiles only.",
        "extends: foster-comit",
        "Write the id as it stands in the other profile, here `extends: foster-commit`. Where "
        "that file has problems, put them right first.",
    ),
    Code(
        "X02", "profiles that extend each other in a circle",
        "Following the chain of extends leads back to a profile that was met before. Each would "
        "wait for the rules of the next, and nobody would ever say them.",
        "extends: house",
        "Let one profile of the circle state its rules itself, without extends. A profile cannot "
        "extend its own id either.",
    ),
    Code(
        "X03", "the profile to extend is of another format",
        "The file that is extended gives another format number than this one. Keys may mean "
        "something else there, so the two cannot be laid over each other.",
        "extends: komet-of-tomorrow",
        "Bring both files to `format: 1`. If the other was written for a newer cometrules, "
        "install that.",
    ),
    Code(
        "X04", "several profiles with the id to extend",
        "More than one profile has this id: two files of the folder, or a file and a bundled "
        "profile. Which of them is meant cannot be told, and their rules may differ.",
        "extends: svensk-komet",
        "Give your own file an id of its own, such as `id: my-svensk-komet`, and extend that.",
    ),
)  # fmt: skip

# --- what the values mean together ------------------------------------------------------------

_MEANING = (
    Code(
        "M01", "fewest players above most players",
        "The smallest number of players is larger than the largest. No company could play.",
        "players: {min: 5, max: 4}",
        "Exchange the two, or correct the one that is wrong: `players: {min: 4, max: 5}`.",
    ),
    Code(
        "M02", "cards removed for a number that cannot play",
        "Cards are taken out for a number of players whom the profile does not admit. That line "
        "could never come into force, so either it or the limits of players must be wrong.",
        "deck: {remove_for: {5: [2]}}",
        "Leave the entry out, or let that many play: `players: {min: 2, max: 5}`.",
    ),
    Code(
        "M03", "a rank or suit that the deck does not have",
        "A rule names a rank that is not among deck.ranks, or a card whose suit is in no pack. "
        "Such a card can never be seen in this game, so the rule could not be applied.",
        "deck: {ranks: [7, 8, 9, 10, J, Q, K, A]}\nplay: {stops: [5]}",
        "Name ranks and suits that are in play, or add the missing one to deck.ranks or "
        "deck.suits.",
    ),
    Code(
        "M04", "points are paid, but no card is worth any",
        "Something is due for each point left in a hand, and every rank is given the value 0. "
        "Nothing would ever be due.",
        "deck: {ranks: [J, Q, K]}\nsettlement: {per_point: 1, values: {J: 0, Q: 0, K: 0}}",
        "Give at least one rank a value, or pay by the card: `settlement: {per_card: 1}`.",
    ),
    Code(
        "M10", "an exchange of a card that the pack lacks",
        "A card is to leave a pack in exchange for another, but it is of a suit that this pack "
        "does not have. What is not there cannot be taken out.",
        "deck:\n  packs:\n    black: {suits: [C, S], exchange: {9D: 9C}}\n"
        "    red: {suits: [D, H]}",
        "The card that leaves comes first, the one that comes in second: `exchange: {9C: 9D}`.",
    ),
    Code(
        "M11", "the Comet is not in the pack",
        "The card that is to be the Comet has been removed from the pack, or was never in it. All "
        "the rules about the Comet would be idle.",
        "deck: {remove: [9D]}\ncomet: {cards: [9D]}",
        "Leave that card in the pack, or name another, as in `comet: {cards: [9C]}`.",
    ),
    Code(
        "M12", "a pot on a card that no hand can hold",
        "Something is staked on a card that is not in the pack. Nobody could ever win this pot, "
        "and it would grow from deal to deal.",
        "deck: {remove: [10D]}\nstakes: {pots: {cards: {10D: {each: 1}}}}",
        "Take the pot away, put it on a card that is in play, or leave its card in the pack.",
    ),
    Code(
        "M13", "the first lead belongs to a card not in the pack",
        "Whoever holds a certain card is to lead, but this card is not among those that are dealt, "
        "at one number of players at least. A card that is merely dead in some deals is no "
        "trouble: then the next above it counts.",
        "deck: {remove: [2D]}\nplay: {lead: {by: holder_of, holder_of: 2D}}",
        "Name the lowest card that is there at every number of players, here `holder_of: 3D`.",
    ),
    Code(
        "M14", "no size of hand for a number of players",
        "Hands are dealt by a table, and the table leaves out a number of players that is "
        "admitted. Nobody would know how many cards to deal.",
        "deal: {hands: table, table: {2: 18, 3: 12}}",
        "Add what is missing, as in `table: {2: 18, 3: 12, 4: 9}`, or lower players.max.",
    ),
    Code(
        "M15", "more cards wanted than there are",
        "Hands, spare hands and the cards laid aside come to more than the pack has left after "
        "all removals. The deal would run out of cards.",
        "deal: {hands: table, table: {2: 25, 3: 18, 4: 13}}",
        "Deal smaller hands or lay fewer cards aside: three players can have 17 of 52 cards each.",
    ),
    Code(
        "M16", "players without cards",
        "When the pack is shared out, one player at least gets nothing. A hand that begins empty "
        "has been played out before the first card.",
        "players: {min: 2, max: 12}\ndeck: {suits: [D], remove: [A, 2]}",
        "Admit fewer players, or leave more cards in the pack and fewer aside.",
    ),
    Code(
        "M17", "no jack to find the first dealer by",
        "Cards are turned up until a jack shows who deals first, and the pack has no jack. The "
        "search would find nobody.",
        "deck: {remove: [J]}\ndeal: {first_dealer: first_jack}",
        "Find the dealer in another way: `deal: {first_dealer: at_random}`.",
    ),
    Code(
        "M18", "a reward for a card that no hand can hold",
        "Laying or leading a certain card earns something, but it is in no pack at any number of "
        "players. The reward could never be paid.",
        "deck: {remove: [8D]}\npayments: {laying: {8D: 1}}",
        "Strike the reward, or move it to a card that players can have.",
    ),
    Code(
        "M19", "a suit of one card",
        "Suits matter in a run, and a suit has been left with a single card. A run in it would "
        "end where it begins. As a rule too many cards have been removed.",
        "deck: {ranks: [J, Q, K], remove: [JD, QD]}",
        "Remove the whole suit by leaving it out of deck.suits, or keep at least two of its cards.",
    ),
    Code(
        "M20", "a rule about turns where nobody has a turn",
        "With order: by_holder each card comes from whoever has it, and the turn does not go "
        "round. So there is no turn to be one card long or to be unable in, no first turn for an "
        "opera, and no way to decline: play could never be seen to be stuck with continue: may. "
        "A Comet can come in its own place or at any time, and at no moment of a turn.",
        "play: {order: by_holder, turn: one_card}",
        "Play by turn, `order: by_turn`, or leave out the rule that speaks of a turn. By holder "
        "it is always `continue: must`.",
    ),
    Code(
        "M21", "several holders of an equal card",
        "The one who has the next card is to lay it, or to answer a fork, unasked. Here equal "
        "cards can be in several hands, because suits are ignored or there is more than one copy. "
        "Nothing says who of the holders goes first.",
        "play: {order: by_holder, suits: ignored}",
        "Let suits matter with a single copy of each card, or ask round the table: "
        "`order: by_turn`, `fork_answered: in_turn`.",
    ),
    Code(
        "M22", "sets where no two cards are equal",
        "Several cards may go together when they fit the same place in a run. In this pack each "
        "card has a place of its own: suits matter and no card is there twice, or no rank has two "
        "cards. There is nothing to lay at once.",
        "play: {at_once: full_set}",
        "Write `at_once: one_card`. If ranks alone should count, say `suits: ignored`.",
    ),
    Code(
        "M23", "a pot at the end for a card that is there twice",
        "The pot goes to the player who was dealt its card, once the deal is over. With several "
        "copies of this card, several players could claim the pot, and no rule says how they "
        "share.",
        "deck: {copies: 2}\nstakes: {pots: {cards: {AD: {each: 1}}, taken: at_end}}",
        "Let the first to lay the card take it, `taken: when_laid`, or use one copy of the deck.",
    ),
    Code(
        "M30", "a stand-in that only comes in its own place",
        "A Comet that stands in replaces a card that is missing. Laid only when its own place has "
        "come, it can replace nothing but itself.",
        "comet: {cards: [9D], when: in_place_only, does: stand_in}",
        "Say when else it may come, as in `when: when_unable`, or choose `does: nothing`.",
    ),
    Code(
        "M31", "no part to end in turns of one card",
        "The Comet is for a player who has laid something this turn and can go no further. In "
        "turns of one card the turn is over with that card, so this moment never comes.",
        "play: {turn: one_card}\ncomet: {cards: [9D], when: ending_own_part}",
        "Let a turn go on, `turn: as_far_as_possible`, or the Comet come at another moment, "
        "`when: on_turn`.",
    ),
    Code(
        "M32", "an answer without a fork",
        "The holder of a card is to choose between two ways on, but this Comet does not open two "
        "ways. Only does: fork asks that question.",
        "comet: {cards: [9D], when: any_time, does: stop, fork_answered: by_holder}",
        "Leave fork_answered out, or let the Comet fork: `does: fork`.",
    ),
    Code(
        "M33", "a fork that nobody need answer",
        "Whoever has one of the two cards may take up the fork, and nobody is asked in turn. Where "
        "continuing is free as well, all could keep silent for ever, and nobody could say that "
        "the run is over.",
        "play: {continue: may}\n"
        "comet:\n  cards: [9D]\n  when: when_unable\n  does: fork\n  fork_answered: by_holder",
        "Ask the players one by one, `fork_answered: in_turn`, or bind them, `continue: must`.",
    ),
    Code(
        "M34", "too early for a Comet of this kind",
        "Before the first card of a deal nobody has yet been unable or ended a part, and no place "
        "in a run has come. Only a Comet that may break in at any time could be laid there.",
        "comet: {cards: [9D], when: on_turn, does: stop, earliest: before_first_card}",
        "Leave earliest out, or free the Comet: `when: any_time`.",
    ),
    Code(
        "M35", "a rule about the Comet, but no Comet",
        "A reward, penalty, pot or habit belongs to the Comet, and no card of the profile is one. "
        "Either the rule is left over or the Comet was forgotten.",
        "payments: {comet: {reward: 2}}",
        "Say which card it is, `comet: {cards: [9D]}`, or take the rule out.",
    ),
    Code(
        "M40", "a change of suit where suits are ignored",
        "A lead is to differ in suit from the run before it. With suits ignored, a run has cards "
        "of every suit, so there is nothing to differ from.",
        "play: {suits: ignored, lead: {suit: new}}",
        "Drop `lead.suit`, or play runs in one suit: `suits: matter`.",
    ),
    Code(
        "M41", "a way out that is never needed",
        "It is laid down what happens to a player who has no card of a permitted suit. But a lead "
        "may be of any suit, so everybody who has a card has a permitted one.",
        "play: {lead: {no_such_suit: lead_passes}}",
        "State the limit it belongs to, `lead: {suit: new, no_such_suit: lead_passes}`, or leave "
        "it out.",
    ),
    Code(
        "M42", "the leader's card and its rule apart",
        "To let a card decide who leads takes two keys: one that says so and one that names the "
        "card. One of them is missing, so either the card is unknown or it has no effect.",
        "play: {lead: {by: holder_of}}",
        "Write both, as in `lead: {by: holder_of, holder_of: 2D}`, or neither.",
    ),
    Code(
        "M50", "pay for a rank that the Comet does not take",
        "The Comet is also to earn what the card earns that it stands for. This Comet stands for "
        "no other card, so there is no second reward.",
        "comet: {cards: [9D], when: when_unable, does: fork}\n"
        "payments: {laying: {K: 1}, comet: {rank_too: also_paid}}",
        "Remove rank_too, or let the Comet replace a card: `does: stand_in`.",
    ),
    Code(
        "M51", "growth of a reward that is not there",
        "The reward for the Comet is to grow while it lies dead, but no reward is given to begin "
        "with. What it starts from and falls back to must be said.",
        "comet: {cards: [9D]}\npayments: {comet: {grows: 2}}",
        "Name the first amount too: `payments: {comet: {reward: 2, grows: 2}}`.",
    ),
    Code(
        "M52", "pay for sets in a game without sets",
        "Equal cards laid together are to be paid once, but both in a lead and later only one "
        "card is laid at a time. The case cannot come about.",
        "payments: {laying: {K: 1}, set: once}",
        "Strike `set`, or let cards go together where they share a place: "
        "`play: {suits: ignored, at_once: full_set}`.",
    ),
    Code(
        "M53", "payment out of a pool that stays empty",
        "Rewards are to come out of the pool, and nothing ever goes into it, neither a stake nor "
        "a fine for passing. Nobody would get anything.",
        "payments: {from: pool, laying: {K: 1}}",
        "Fill the pool, `stakes: {pool: {each: 1}}`, or let the opponents pay: "
        "`from: each_opponent`.",
    ),
    Code(
        "M60", "payment for dead cards",
        "Cards that were not played are to earn the winner something. Some of them were dealt to "
        "nobody, so with payments there is no one to pay for them. Points can be written up "
        "without a payer.",
        "settlement: {scoring: payments, unplayed: {cards: {K: 2}}}",
        "Write points, `scoring: points`, or make the holders pay: "
        "`caught: {K: {to_winner: 2}}`.",
    ),
    Code(
        "M61", "payments that nobody collects",
        "What is left in the hands is to go to nobody, yet it is to be paid. Only points can count "
        "against their holder alone; a payment has to arrive somewhere.",
        "settlement: {scoring: payments, per_card: 1, collected_by: nobody}",
        "Choose `collected_by: winner`, or write up points: `scoring: points`.",
    ),
    Code(
        "M62", "a loss to nobody, in a game of payments",
        "A player caught with this card is to lose an amount that goes to no one. That is possible "
        "with points, which are only written down. Chips that are paid must go to somebody.",
        "settlement: {scoring: payments, caught: {K: {lost: 10}}}",
        "Say who gets it: `caught: {K: {to_winner: 10}}`, or `to_each` for every other player.",
    ),
    Code(
        "M63", "a target that nobody can reach",
        "The match ends when a player has reached a total, but by these rules nothing is earned. "
        "It would go on for ever.",
        "match: {ends: at_target, target: 100}",
        "Let something count, as in `settlement: {per_card: 1}`, or end the match after a number "
        "of deals: `ends: after_deals`.",
    ),
    Code(
        "M64", "a payment in a game of points",
        "Where points are written up, each is earned or lost on the score sheet and no player "
        "gives another anything. Stakes, pots, a pool, a fine for passing and an amount to each "
        "opponent all need payments.",
        "settlement: {scoring: points}\nstakes: {pool: {each: 1}}",
        "Let players pay, `scoring: payments`, or put a score in its place, such as "
        "`going_out: 10`.",
    ),
    Code(
        "M70", "a drawn deal without an opera",
        "A deal can be drawn as an answer to an opera, when the dealer could have gone out in one "
        "turn as well. Here an opera has no effect that could be undone.",
        "settlement: {drawn: if_dealer_could_too}",
        "Say what an opera multiplies, `times: {opera: 2}`, or leave drawn out.",
    ),
    Code(
        "M71", "a rule about pots, but no pots",
        "It is said how pots are taken, frozen, carried over or paid for, and no card carries a "
        "pot. The rule is left over, or the pots were forgotten.",
        "stakes: {pots: {taken: at_end}}",
        "Put something on a card, `pots: {cards: {AD: {each: 1}}, taken: at_end}`, or drop the "
        "section.",
    ),
    Code(
        "M80", "a line without effect",
        "The profile can be played, but this line changes nothing: by its other rules the question "
        "that it answers never arises. It may be left over from a change, or something it needs "
        "may have been forgotten.",
        "deal: {hands: even, table: {2: 18, 3: 12}}",
        "Delete the line, or add what the message says it needs, here `hands: table` and a size of "
        "hand for every number of players.",
    ),
)  # fmt: skip

# --- in play ----------------------------------------------------------------------------------

_PLAY = (
    Code(
        "P01", "a deal that does not end",
        "The rules were tried with random deals, and one of them went on beyond the largest number "
        "of moves that a deal can take. The report gives the seed and every move, so that the deal "
        "can be replayed. In a profile that passes all else, the rules either let players go round "
        "for ever, so that they cannot be played, or are sound, and the fault is ours.",
        "",
        "Replay the deal and look for what repeats itself, then let a rule end it. If you find no "
        "such gap in your rules, send us the profile with this report.",
    ),
    Code(
        "P02", "nobody can move",
        "A deal on trial came to a point where it was not over and no rule let anybody lay a card "
        "or pass. The report holds its seed and the moves up to there, to be replayed. Since all "
        "other checks were passed, this is a set of rules that cannot be played, or a mistake "
        "of ours that should be reported.",
        "",
        "Replay the moves and ask what ought to happen next; change the rule that forbids it. "
        "Where your rules do allow a move, tell us of it.",
    ),
    Code(
        "P03", "cards lost or added",
        "After a move in a deal on trial, the hands did not hold as many cards as before less "
        "those that were laid. The seed and the moves in the report replay it. "
        "A profile that is otherwise in order can hardly ask for this: if its rules make sense "
        "at the table, the engine is at fault and we want to know.",
        "",
        "Report this with the profile, the seed and the moves. Meanwhile taking out the rule that "
        "the last move used may help.",
    ),
    Code(
        "P04", "payments that do not add up",
        "At the end of a deal on trial, what some had won was not what others, the pool and the "
        "pots had lost, or the single payments did not come to the balances. The report has the "
        "seed and the moves from which it can be replayed. Either these rules cannot be settled, "
        "or, with all other checks passed, it is an error of ours to report.",
        "",
        "Replay the deal and count by hand. If your rules give a clear result, tell us, with the "
        "report.",
    ),
    Code(
        "P05", "the engine failed",
        "The program that plays the rules broke off with an error of its own in a deal on trial. "
        "The seed and the moves up to that point are in the report, to replay it. As the profile "
        "passed every other check, its rules are unplayable in a way that ought to have been "
        "named before, or the engine is wrong; both are for us to put right.",
        "",
        "Please report it, with the profile and the whole message.",
    ),
)  # fmt: skip

# --- game records -----------------------------------------------------------------------------

_RECORD = (
    Code(
        "R01", "record of another format",
        "The file says that it is a record of a format which this version of the library does "
        "not know. What its keys mean there nobody here can tell.",
        "",
        "Read it with a newer version, or write `format: 1` if that was a slip.",
    ),
    Code(
        "R02", "record of unknown rules",
        "The record names a profile that is neither bundled, nor embedded, nor given with it, or "
        "the rules it brings along are not those it names. It cannot be played again without them.",
        "",
        "Embed the profile under `rules:`, or give it beside the record (`--profile FILE`).",
    ),
    Code(
        "R03", "record of other rules",
        "The content hash of the rules is not the one in the record: they have changed since the "
        "deal was played. By other rules a move may be illegal, or pay something else.",
        "",
        "Give the rules as they were. If the record is right by the new ones as well, take the "
        "hash out of it.",
    ),
    Code(
        "R04", "no such table in a record",
        "A number of players that the game is not for, names that are not as many as the players, "
        "a seat or a pack that is not there, something carried over that the game does not have. "
        "The deal cannot be set up.",
        "",
        "Correct what is named; the first seat is 0.",
    ),
    Code(
        "R05", "hands that cannot be dealt",
        "The hands of a deal hold something that is no card, a card that is not in the pack, or "
        "one more often than the pack has it. So this is not how it was dealt.",
        "",
        "Correct the hand that is named. Cards in no hand are dead and are not listed.",
    ),
    Code(
        "R06", "a word that is no move",
        "Among the moves stands a word that cannot be read, or that is no move of this game. The "
        "moves after it are not looked at.",
        "",
        "Write the seat, a colon and the move, such as `2:9D` or `0:pass`.",
    ),
    Code(
        "R07", "an illegal move in a record",
        "A move can be read, but the rules do not allow it at this moment. The message says why; "
        "what follows in that deal is not looked at.",
        "",
        "Compare with the moves before it: a move may be missing, or of another seat.",
    ),
    Code(
        "R08", "a result that is not right",
        "The winner, the balances, the pool or the pots in the record are not what the moves have "
        "led to by these rules. Either the result or a move was noted down wrongly.",
        "",
        "Put in the result that the message names, or leave the result out.",
    ),
    Code(
        "R09", "a deal that does not follow",
        "The deals of a record make a match: the dealer passes on, the packs take turns, pots, "
        "pool and rewards are carried over. This deal begins with something else.",
        "",
        "Put in what follows from the deal before, or leave `pack` and `carried` out.",
    ),
    Code(
        "R10", "a deal after one that is not over",
        "Only the last deal of a record may be unfinished. After an unfinished one nobody knows "
        "who has won what, so no further deal can be counted.",
        "",
        "Complete its moves, or put the later deals into a record of their own.",
    ),
    Code(
        "R11", "a deal after the end of the match",
        "By the rules of the match it was over before this deal. What is played after the end "
        "belongs to another match.",
        "",
        "Put the deals that follow into a record of their own.",
    ),
    Code(
        "R12", "a match result that is not right",
        "The totals or the winners of the match are not what its deals add up to, or the match is "
        "not over by its deals. Totals are counted from the first deal of the record.",
        "",
        "Put in what the message names, or leave the match's result out.",
    ),
)  # fmt: skip

# --- positions --------------------------------------------------------------------------------

_POSITION = (
    Code(
        "N01", "not a position",
        "What was given as a position cannot be taken apart: the line of text does not have the "
        "words a position has, or the data holds something that JSON does not know. Nothing can "
        "be said of the deal it should show.",
        "",
        "Take the text or the data as `to_text` or `to_dict` gave it, whole and on one line.",
    ),
    Code(
        "N02", "unknown rules",
        "The position names a profile that is neither bundled nor given beside it, or one that has "
        "faults of its own. Without its rules nobody can tell what may be laid.",
        "",
        "Give the profile the position was written with, as `profile=`, or correct the id.",
    ),
    Code(
        "N03", "other rules",
        "The profile is there, but its content is not that which the position was written with: "
        "the hash differs. In other rules the same cards may be another game.",
        "",
        "Find the profile as it was then. If the change does not matter to you, put the hash in "
        "that the message names.",
    ),
    Code(
        "N04", "no such table",
        "A number of players that the game is not for, a pack that it does not use, or a seat "
        "that nobody sits on. The moment cannot be set up at such a table.",
        "",
        "Correct what is named; seats are counted from 0.",
    ),
    Code(
        "N05", "no such card",
        "A word among the cards is no card, or the card is not in the pack that is used. Which "
        "cards are in it depends on the rules, the pack's name and the number of players.",
        "",
        "Write a rank and a suit, such as `9D`, of a card that is in the pack.",
    ),
    Code(
        "N06", "a card too often",
        "A card stands in more places than the pack has of it: in two hands, or in a hand and "
        "among the dead cards. One of them must be a slip.",
        "",
        "Take it out of one of the places that are named.",
    ),
    Code(
        "N07", "hands that do not fit",
        "There is not a hand for every player, or a player has no cards though nobody is out, "
        "or has some and should be out. Before the deal there are no cards at all.",
        "",
        "Give every seat its cards; who is out has none.",
    ),
    Code(
        "N08", "nothing that could be awaited",
        "What is awaited contradicts the rules, the cards or itself: a turn where there are no "
        "turns, a card that follows nothing on the table, a run that goes on though nobody holds "
        "its card. No play of this game leads there.",
        "",
        "Compare with a position that the library wrote, and correct what is named.",
    ),
    Code(
        "N09", "money that does not add up",
        "What the seats have won or lost, the pool and the pots do not make what was there before "
        "the deal, or something lies where these rules put nothing. Money does not come from "
        "nowhere.",
        "",
        "Count again: balances, pool and pots together are what earlier deals left.",
    ),
    Code(
        "N10", "dealt to nobody who could have it",
        "It is said who was dealt a card with a pot, and that contradicts where the card is now. "
        "Or it is said where these rules do not ask for it, or left out where they do.",
        "",
        "Name the seat that holds the card, or that has laid it; null for a dead card.",
    ),
)  # fmt: skip

CODES: Mapping[str, Code] = MappingProxyType(
    {
        code.code: code
        for code in (*_YAML, *_SCHEMA, *_EXTENDS, *_MEANING, *_PLAY, *_RECORD, *_POSITION)
    }
)
"""Every code: the text, the schema, `extends`, the meaning, the play; records, positions."""


def explained(code: str, width: int = 80) -> str:
    """What a code means, with an example and a remedy, for a terminal.

    Args:
        code: the code, such as ``"M31"``.
        width: the longest line there should be; lines of YAML are never broken.

    Raises:
        KeyError: there is no such code.

    >>> print(explained("M01", 60))
    M01: fewest players above most players
    <BLANKLINE>
    The smallest number of players is larger than the largest.
    No company could play.
    <BLANKLINE>
    Example:
    <BLANKLINE>
        players: {min: 5, max: 4}
    <BLANKLINE>
    What to do: Exchange the two, or correct the one that is
    wrong: `players: {min: 4, max: 5}`.
    """
    told = CODES[code]
    parts = [f"{code}: {told.title}", told.means]
    if told.example:
        parts += ["Example:", textwrap.indent(told.example.translate(_VISIBLE), " " * 4)]
    parts.append(f"What to do: {told.remedy}")
    return "\n\n".join(part if part.startswith(" ") else _filled(part, width) for part in parts)


_VISIBLE = {number: 0x2400 + number for number in range(32) if number != ord("\n")}
"""Control characters as their pictures, since terminals obey them."""


def _filled(text: str, width: int) -> str:
    """Text in lines, with short pieces of YAML kept whole."""
    text = re.sub(
        r"`[^`]+`",
        lambda piece: piece[0].replace(" ", "\0") if len(piece[0]) <= width // 2 else piece[0],
        text,
    )
    lines = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\0", " ")

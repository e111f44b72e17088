// Names for guests who have chosen none: plants, animals, weather. No bot has one of them.
#pragma once
#include <array>
#include <string_view>

namespace engawa::server {

inline constexpr std::array<std::string_view, 96> kFriendlyJapanese = {
    "もみじ",     "すずかぜ",     "こはる",     "あさひ",     "ひなた",     "さざなみ",     "こもれび",   "つゆくさ",
    "あじさい",   "ききょう",     "なでしこ",   "すみれ",     "たんぽぽ",   "つくし",       "わらび",     "ふきのとう",
    "うめ",       "さくら",       "つばき",     "ぼたん",     "ふじ",       "あやめ",       "はす",       "ひまわり",
    "あさがお",   "ほおずき",     "すすき",     "りんどう",   "こすもす",   "きんもくせい", "いちょう",   "どんぐり",
    "くるみ",     "くりのみ",     "かりん",     "ゆず",       "みかん",     "さざんか",     "なんてん",   "すいせん",
    "こゆき",     "ぼたんゆき",   "ゆきだるま", "つらら",     "しもばしら", "こがらし",     "きたかぜ",   "みなみかぜ",
    "はるかぜ",   "そよかぜ",     "よいやみ",   "ゆうやけ",   "あかね",     "むらさめ",     "にわかあめ", "てんきあめ",
    "にじ",       "いわしぐも",   "うろこぐも", "わたぐも",   "みかづき",   "おぼろづき",   "ほしぞら",   "あまのがわ",
    "ながれぼし", "よぞら",       "いなずま",   "ほたる",     "すずむし",   "まつむし",     "こおろぎ",   "とんぼ",
    "あきあかね", "てんとうむし", "みつばち",   "かたつむり", "あまがえる", "めだか",       "きんぎょ",   "かわせみ",
    "せきれい",   "めじろ",       "うぐいす",   "ひばり",     "つばめ",     "ちどり",       "かもめ",     "ふくろう",
    "こりす",     "やまね",       "こじか",     "ももんが",   "かわうそ",   "ふうりん",     "うちわ",     "まりも"};

inline constexpr std::array<std::string_view, 96> kFriendlyEnglish = {
    "Maple",     "Cricket",    "Breeze",    "Clover",     "Willow",      "Juniper",    "Hazel",       "Acorn",
    "Chestnut",  "Walnut",     "Birch",     "Aspen",      "Cedar",       "Rowan",      "Alder",       "Linden",
    "Thistle",   "Heather",    "Bramble",   "Fern",       "Moss",        "Sorrel",     "Nettle",      "Mint",
    "Thyme",     "Saffron",    "Ginger",    "Clementine", "Quince",      "Plum",       "Apricot",     "Cherry",
    "Peach",     "Bluebell",   "Snowdrop",  "Primrose",   "Violet",      "Poppy",      "Marigold",    "Daisy",
    "Buttercup", "Iris",       "Lotus",     "Peony",      "Camellia",    "Azalea",     "Wisteria",    "Magnolia",
    "Drizzle",   "Puddle",     "Raindrop",  "Snowflake",  "Icicle",      "Sunbeam",    "Moonlight",   "Starlight",
    "Comet",     "Rainbow",    "Twilight",  "Dewdrop",    "Ripple",      "Brook",      "Pebble",      "Meadow",
    "Lagoon",    "Zephyr",     "Ember",     "Lantern",    "Teapot",      "Wind chime", "Paper crane", "Kite",
    "Firefly",   "Ladybird",   "Bumblebee", "Dragonfly",  "Grasshopper", "Snail",      "Tree frog",   "Minnow",
    "Goldfish",  "Kingfisher", "Wagtail",   "Robin",      "Nightingale", "Skylark",    "Swallow",     "Plover",
    "Seagull",   "Owl",        "Squirrel",  "Dormouse",   "Fawn",        "Otter",      "Hedgehog",    "Badger"};

}  // namespace engawa::server

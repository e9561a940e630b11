"""The road: 52 squares, the inns among them, and the table of the preface.

All of it is data, read from top to bottom as the road is; that is why the file is long.

`known_from` says where a square's name and number come from: N and D the rules, P a
published transcription, Q descriptions of the print, R our reconstruction (appendix A).
"""

from typing import Final

from games.core.values import Value


class Square(Value, frozen=True):
    number: int
    english: str
    japanese: str
    inn: bool
    known_from: str
    about: str
    about_japanese: str


START: Final = 1  # HS-10
LAST: Final = 52  # HS-14
HOME: Final = 53  # HS-15: Nihonbashi again

# HS-43. The print's own label could settle it; then this is the one place to change.
NAGATSUTA: Final = 45

# HS-41: extra pips -> square.
PREFACE: Final = {1: 52, 2: 51, 3: 50, 4: 49, 5: NAGATSUTA}

SQUARES: Final = (
    Square(
        1,
        "Nihonbashi",
        "日本橋",
        False,
        "N",
        "The bridge in the middle of Edo; every great highway measured its distances from here.",
        "江戸の中心に架かる橋。五街道の里程はここから数えた。",
    ),
    Square(
        2,
        "Shinagawa",
        "品川",
        False,
        "D P",
        "The Tokaido's first post town, by the bay and two ri out of Nihonbashi.",
        "東海道最初の宿場。日本橋から二里、海沿いにある。",
    ),
    Square(
        3,
        "Omori",
        "大森",
        False,
        "P",
        "A village on the shore of Edo Bay, famous for its nori, gathered from the sea and dried.",
        "江戸湾の浜の村。海で採って干した海苔で名高い。",
    ),
    Square(
        4,
        "Kawasaki",
        "川崎",
        False,
        "P",
        "The second post town, on the far side of the Rokugo ferry; here one turned off "
        "for the temple of Kawasaki Daishi.",
        "東海道二番目の宿場。六郷の渡しを越えた先で、川崎大師へはここで折れる。",
    ),
    Square(
        5,
        "Tsurumi",
        "鶴見",
        False,
        "P",
        "A village along the road whose teahouses were known for yone-manju, buns of rice flour.",
        "街道沿いの村。茶屋の名物は米の粉でこしらえたよねまんじゅう。",
    ),
    Square(
        6,
        "Kanagawa",
        "神奈川",
        False,
        "D P",
        "The third post town, with a harbour below and teahouses above it on the bluff.",
        "東海道三番目の宿場で港町。海を見おろす台の上に茶屋が並んだ。",
    ),
    Square(
        7,
        "View of Honmoku",
        "本牧の眺め",
        False,
        "P*",
        "From this stretch one sees the headland of Honmoku across the water.",
        "道から海をへだてて本牧の岬が見える。",
    ),
    Square(
        8,
        "Hodogaya",
        "程ヶ谷",
        True,
        "N",
        "The fourth post town, where the way to Kanazawa and Kamakura parted from the Tokaido.",
        "東海道四番目の宿場。金沢・鎌倉への道がここで分かれる。",
    ),
    Square(
        9,
        "Totsuka: the border at Sakaigi",
        "戸塚 境木",
        False,
        "D P*",
        "The ridge where Musashi ended and Sagami began; rice cakes were eaten here by "
        "way of a rest.",
        "武蔵と相模の国境の尾根。旅人は餅を食べてひと休みした。",
    ),
    Square(
        10,
        "Totsuka Post Town",
        "戸塚宿",
        False,
        "D P",
        "The fifth post town, some ten ri from Nihonbashi, where many spent their first night.",
        "東海道五番目の宿場。日本橋からおよそ十里、初日の泊まりに選ぶ人が多かった。",
    ),
    Square(
        11,
        "Kurata, Naganuma and Iijima",
        "倉田・長沼・飯島",
        False,
        "P",
        "Three farming villages between Totsuka and the Kamakura hills.",
        "戸塚から鎌倉へ向かう道筋の、三つの農村。",
    ),
    Square(
        12,
        "Daido",
        "大道",
        False,
        "P",
        "The Kamakura road where it runs past the villages of Kosugaya and Kasama.",
        "小菅ヶ谷や笠間の村を過ぎる鎌倉道。",
    ),
    Square(
        13,
        "Ofuna",
        "粟船",
        False,
        "R",
        "A village where the Kamakura hills begin, once spelled with characters meaning "
        "a boat of millet.",
        "鎌倉の山の入口にある村。古くは粟の船と書いた。",
    ),
    Square(
        14,
        "Hanareyama",
        "離山",
        False,
        "R",
        "The detached hill: a low one, all by itself on the plain to the north of Kamakura.",
        "鎌倉の北の平地に、ひとつだけ離れて立っていた低い山。",
    ),
    Square(
        15,
        "Yamanouchi",
        "山ノ内",
        False,
        "R",
        "The valley before the northern pass, with its Zen temples and the convent of Tokei-ji.",
        "鎌倉の北の切通しの外にひらけた谷。禅寺や尼寺の東慶寺がある。",
    ),
    Square(
        16,
        "Engaku-ji",
        "円覚寺",
        False,
        "D",
        "Second among Kamakura's five great Zen temples, founded by the regent Hojo "
        "Tokimune in 1282.",
        "鎌倉五山の第二位。弘安五年(1282年)、執権北条時宗が開いた。",
    ),
    Square(
        17,
        "Kencho-ji",
        "建長寺",
        False,
        "D",
        "First among the five great Zen temples; the regent Hojo Tokiyori founded it in 1253.",
        "鎌倉五山の第一位。建長五年(1253年)、執権北条時頼が開いた。",
    ),
    Square(
        18,
        "Kobukurozaka",
        "巨福呂坂",
        False,
        "Q",
        "A pass cut into the hills: one of seven ways into old Kamakura.",
        "山を切り開いた坂道。鎌倉七口のひとつ。",
    ),
    Square(
        19,
        "Tsurugaoka",
        "鶴岡八幡宮",
        False,
        "D",
        "The great shrine of Hachiman, brought to the head of the town by Minamoto no "
        "Yoritomo in 1180.",
        "治承四年(1180年)、源頼朝が今の地に移した八幡宮。",
    ),
    Square(
        20,
        "Yukinoshita",
        "雪ノ下",
        True,
        "N",
        "The quarter in front of the great shrine, full of inns for pilgrims.",
        "八幡宮の門前の町。参詣の人が宿をとった。",
    ),
    Square(
        21,
        "Biwa-koji",
        "琵琶小路",
        False,
        "Q",
        "A piece of the shrine's avenue; a bend in the shape of a lute is said to have "
        "given it its name.",
        "八幡宮の参道の一部。琵琶の形に曲がっていたのでこの名があるという。",
    ),
    Square(
        22,
        "Inasegawa",
        "稲瀬川",
        False,
        "Q",
        "A little stream that meets the sea near Hase, known to poetry and to the theatre.",
        "長谷の近くで海に入る小川。古歌や芝居で知られる。",
    ),
    Square(
        23,
        "Great Buddha",
        "大仏",
        False,
        "Q",
        "The bronze Amida, begun in 1252, who has sat under the open sky since his hall was lost.",
        "建長四年(1252年)に造りはじめた青銅の阿弥陀仏。堂を失ってからは露座である。",
    ),
    Square(
        24,
        "Hase",
        "長谷",
        False,
        "D",
        "The temple of a very tall Kannon with eleven faces, fourth of the Bando pilgrimage.",
        "丈の高い十一面観音をまつる寺。坂東三十三所の第四番。",
    ),
    Square(
        25,
        "Hoshi-no-i",
        "星ノ井",
        False,
        "Q",
        "The Well of Stars, one of Kamakura's ten wells, beside a hall of Kokuzo.",
        "虚空蔵堂のそばにある井戸。鎌倉十井のひとつ。",
    ),
    Square(
        26,
        "Gokuraku-ji",
        "極楽寺",
        False,
        "Q",
        "Founded in 1259; here the priest Ninsho looked after the sick and the poor.",
        "正元元年(1259年)の創建。忍性が貧しい人や病の人を救った寺。",
    ),
    Square(
        27,
        "Harisuri-bashi",
        "針磨橋",
        False,
        "Q",
        "One of Kamakura's ten bridges, and a small one; a maker of needles is said to "
        "have lived next to it.",
        "鎌倉十橋のひとつ。そばに針を作る人が住んでいたと伝わる。",
    ),
    Square(
        28,
        "Inamuragasaki",
        "稲村ヶ崎",
        False,
        "Q",
        "The cape that Nitta Yoshisada's men went round to enter Kamakura in 1333.",
        "元弘三年(1333年)、新田義貞の軍勢が鎌倉へ攻め入るときに回った岬。",
    ),
    Square(
        29,
        "Shichirigahama",
        "七里ヶ浜",
        False,
        "D",
        "A long beach from cape to cape, with Enoshima and Mount Fuji before one's eyes.",
        "二つの岬の間に延びる長い浜。江ノ島と富士の眺めが愛された。",
    ),
    Square(
        30,
        "Koshigoe",
        "腰越",
        False,
        "Q",
        "A fishing village below Koyurugi cape; in 1185 Yoshitsune wrote from here to "
        "plead with his brother.",
        "小動岬のふもとの漁村。元暦二年(1185年)、義経が兄へ申し開きの文を書いた地。",
    ),
    Square(
        31,
        "Enoshima",
        "江ノ島",
        True,
        "N",
        "The island of Benzaiten; when the tide is out a bar of sand leads across.",
        "弁財天の島。潮が引くと砂州を歩いて渡れる。",
    ),
    Square(
        32,
        "Katase",
        "片瀬",
        False,
        "Q",
        "The village across from Enoshima; Ryuko-ji stands where Nichiren was to be put "
        "to death in 1271 and was spared.",
        "江ノ島の対岸の村。文永八年(1271年)に日蓮が処刑を免れた跡に龍口寺が建つ。",
    ),
    Square(
        33,
        "Fujisawa",
        "藤沢",
        False,
        "D",
        "The Tokaido's sixth post town, which grew at the gates of the temple Yugyo-ji.",
        "東海道六番目の宿場。遊行寺の門前に開けた。",
    ),
    Square(
        34,
        "Yotsuya",
        "四ツ谷",
        False,
        "Q",
        "West of Fujisawa, where pilgrims to Oyama left the Tokaido for a road of their own.",
        "藤沢の西の追分。大山詣での道がここで東海道から分かれる。",
    ),
    Square(
        35,
        "Ichinomiya and the Tamura Ferry",
        "一ノ宮",
        False,
        "Q",
        "The village of Samukawa Shrine, first in rank in Sagami, with the ferry across "
        "the Sagami River.",
        "相模国一之宮の寒川神社がある村。相模川を渡る田村の渡しに近い。",
    ),
    Square(
        36,
        "Isehara",
        "伊勢原",
        False,
        "Q",
        "A market town at the foot of Oyama; people with roots in Ise are said to have "
        "opened it up.",
        "大山のふもとの市の町。伊勢にゆかりの人が開いたと伝わる。",
    ),
    Square(
        37,
        "Roben Falls",
        "良弁の滝",
        False,
        "Q",
        "Named after the priest Roben; pilgrims cleansed themselves under it before going up.",
        "僧良弁の名をもつ滝。登る前に人々が身を清めた。",
    ),
    Square(
        38,
        "Oyama",
        "大山",
        True,
        "N",
        "A mountain of 1,252 m that people asked for rain; in summer townsmen from Edo "
        "went up with swords of wood.",
        "標高1252メートル、雨乞いの神の山。夏には江戸の町人が木太刀をかついで登った。",
    ),
    Square(
        39,
        "Aiko",
        "愛甲",
        False,
        "Q",
        "A village between Oyama and Atsugi.",
        "大山から厚木へ向かう道の村。",
    ),
    Square(
        40,
        "Atsugi",
        "厚木",
        False,
        "D",
        "A lively post town on the western bank of the Sagami River, where the boats put in.",
        "相模川の西岸の宿場。川船の着く町としてにぎわった。",
    ),
    Square(
        41,
        "Kawaraguchi",
        "河原口",
        False,
        "Q",
        "The landing opposite Atsugi, on the eastern bank.",
        "厚木の対岸、相模川の東側の渡し場。",
    ),
    Square(
        42,
        "Kokubu",
        "国分",
        False,
        "R",
        "The place of Sagami's provincial temple, which goes back to the eighth century.",
        "八世紀に相模国の国分寺が置かれた地。",
    ),
    Square(
        43,
        "Unomori",
        "鵜ノ森",
        False,
        "Q",
        "A village on the high ground by the Sakai River, which parts Sagami from Musashi.",
        "相模と武蔵の境をなす境川に近い台地の村。",
    ),
    Square(
        44,
        "Tsuruma Post Town",
        "鶴間宿",
        True,
        "N",
        "A stop on the Yagurasawa road, with some ten ri still to go to Edo.",
        "矢倉沢往還の宿場。江戸まではおよそ十里。",
    ),
    Square(
        45,
        "Nagatsuta",
        "長津田",
        False,
        "D",
        "Homeward bound, the first post town in Musashi on the Yagurasawa road.",
        "矢倉沢往還の宿場。帰り道ではここから武蔵国の宿が始まる。",
    ),
    Square(
        46,
        "Yamoto",
        "谷本",
        False,
        "Q",
        "A village by a bridge across the upper Tsurumi River; whoever crossed paid a toll.",
        "鶴見川の上流に架かる橋のある村。橋を渡るには銭がいった。",
    ),
    Square(
        47,
        "Eda",
        "荏田",
        False,
        "Q",
        "A post town with inns and teahouses, two ri short of Futago.",
        "旅籠や茶屋の並ぶ宿場。二子まで二里。",
    ),
    Square(
        48,
        "Maginu",
        "馬絹",
        False,
        "Q",
        "A village among the Tama hills, on the way from Eda to Mizonokuchi.",
        "荏田と溝ノ口の間、多摩の丘の村。",
    ),
    Square(
        49,
        "Mizonokuchi",
        "溝ノ口",
        True,
        "N",
        "A post town on the Nikaryo canal, which shared its duties with Futago.",
        "二ヶ領用水に沿う宿場。二子と合わせて一つの継立場をつとめた。",
    ),
    Square(
        50,
        "Futago",
        "二子",
        False,
        "D",
        "The town at the river Tama, from which the ferry went over.",
        "多摩川のほとりの町。対岸へは渡し舟で越えた。",
    ),
    Square(
        51,
        "Sangenjaya",
        "三軒茶屋",
        False,
        "D",
        "Where two roads part; the three teahouses that stood there gave it its name.",
        "道の分かれ目。三軒の茶屋があったのでこの名がある。",
    ),
    Square(
        52,
        "Shibuya",
        "渋谷",
        False,
        "D",
        "A village in the valley at the edge of Edo, with the slope of Miyamasuzaka on "
        "one side and Dogenzaka on the other.",
        "江戸のはずれ、宮益坂と道玄坂にはさまれた谷の村。",
    ),
    Square(
        53,
        "Nihonbashi (home)",
        "日本橋(上がり)",
        False,
        "N",
        "The bridge once more, after six nights and seven days on the road.",
        "六泊七日の旅を終え、ふたたび日本橋へ。",
    ),
)

# HS-16
INNS: Final = frozenset(square.number for square in SQUARES if square.inn)


def square(number: int) -> Square:
    """The square with this number, 53 being Nihonbashi as the goal."""
    return SQUARES[number - 1]

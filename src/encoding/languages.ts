/** Characters that text of a language is mostly made of: by them it is told which encoding gives text, and which noise. */

export interface Candidate {
  /** The encoding. */
  readonly encoding: string;
  /** Characters that are frequent in the language. */
  readonly frequent: ReadonlySet<string>;
  /** The most frequent of them, which are half of a text and more. */
  readonly top?: ReadonlySet<string>;
  /** Letters in words of their own, or among ASCII ones; else signs that stand by themselves. */
  readonly script?: "letters" | "latin";
}

/** The candidates, in the order in which ties are decided. */
export function candidates(): readonly Candidate[] {
  shared ??= [
    { encoding: "gb18030", frequent: new Set(SIMPLIFIED) },
    { encoding: "shift_jis", frequent: new Set(JAPANESE) },
    { encoding: "euc-jp", frequent: new Set(JAPANESE) },
    { encoding: "euc-kr", frequent: new Set(KOREAN) },
    { encoding: "big5", frequent: new Set(TRADITIONAL) },
    letters("windows-1251", CYRILLIC),
    letters("cp866", CYRILLIC),
    letters("koi8-r", CYRILLIC),
    letters("windows-1253", GREEK),
    letters("windows-1255", HEBREW),
    letters("windows-1256", ARABIC),
    letters("windows-874", THAI),
    { encoding: "cp437", frequent: new Set(BOXES) },
    { encoding: "windows-1252", frequent: new Set(LATIN + TYPOGRAPHY), script: "latin" },
    { encoding: "cp850", frequent: new Set(LATIN), script: "latin" },
  ];
  return shared;
}
let shared: readonly Candidate[] | undefined;

/** @param alphabet - from the most frequent letter to the least */
function letters(encoding: string, alphabet: string): Candidate {
  return { encoding, frequent: new Set(alphabet), top: new Set(alphabet.slice(0, TOP_LETTERS)), script: "letters" };
}

const SIMPLIFIED =
  "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运" +
  "错误系统找文件录径拒绝访问警失败参语批符号转换网络连超请输查版卷序驱盘字节失效已存在创删除复制动运读写编译测试用户密码登服器置默";
const TRADITIONAL =
  "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運" +
  "錯誤統找檔案目錄徑拒絕存取警告失敗參數網路連線請輸版本磁碟";
const JAPANESE =
  "あいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちっつづてでとどなにぬねのはばひびふぶへべほぼまみむめもゃやゅゆょよらりるれろわをんァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロワヲンー" +
  "日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聴身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導鮮備宅害配副算視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賞訴辺造英被株頭技低毎医復仕去姿味負閣韓渡失移差衆個門写評課末守若脳極種美岡影命含福蔵量望松非撃佐核観察整段横融型白深字答夜製票況音申様財港識注呼渉達";
const KOREAN =
  "이다는을의에가고하지한를은도로서기사어자리나대해시아으인정부있었것수보그일제들스전주상소구장면여원오연공만마세문무모우경발생신동라과와습니까안내위할용없음실행파명령오류찾경로잘못된설치패성완료요청접근거권디렉토터프램컴퓨결서버네트워크입력출삭제복사저장열기닫변편집지정않운영체크중간말게당될되며적계미조비화비국학군관방통재선분속회업체단심결민본교육개최표야";
const CYRILLIC = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё";
const GREEK = "αοιετσνηυρπκμλςωγδθχφβξζψάέήίόύώ";
const HEBREW = "יוהלאבמרתשנדקעפכחםטצגסזןץףך";
const ARABIC = "اليمنوتربةعدسفهكقحجشطصخذضزثظغىئءؤأإآ";
const THAI = "านรอกเงมยลวดทตสปบคขจพชหผถแโใไะัาิีืุู่้์ๆำ";
const BOXES = "─│┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬░▒▓█▀▄■·√•";
const LATIN = "éèêëàâäáãåæçîïíìôöóòõøùûüúñßÿœÉÈÀÂÄÅÆÇÎÔÖØÜÑ";
const TYPOGRAPHY = "’‘“”–—…•€£§°«»©®·";
/** Letters of an alphabet that make three quarters of a text. */
const TOP_LETTERS = 13;

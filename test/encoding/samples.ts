/** Text as tools print it, in the code pages in which they print it. */
export const SAMPLES: readonly { readonly encoding: string; readonly what: string; readonly text: string }[] = [
  {
    encoding: "gbk",
    what: "a message of cmd",
    text: "'foo' 不是内部或外部命令，也不是可运行的程序\r\n或批处理文件。\r\n",
  },
  { encoding: "gbk", what: "one word", text: "拒绝访问。\r\n" },
  {
    encoding: "gbk",
    what: "a log",
    text: "[INFO] 正在编译 src/main.c\n[ERROR] 无法打开文件 config.h\n编译失败，共 3 个错误\n",
  },
  {
    encoding: "shift_jis",
    what: "a message of cmd",
    text: "'foo' は、内部コマンドまたは外部コマンド、\r\n操作可能なプログラムまたはバッチ ファイルとして認識されていません。\r\n",
  },
  { encoding: "shift_jis", what: "a sentence", text: "エラー: 指定されたファイルが見つかりません。\r\n" },
  { encoding: "euc-jp", what: "a sentence", text: "エラー: ファイルが見つかりません。もう一度試してください。\n" },
  {
    encoding: "euc-kr",
    what: "a message of cmd",
    text: "'foo'은(는) 내부 또는 외부 명령, 실행할 수 있는 프로그램, 또는\r\n배치 파일이 아닙니다.\r\n",
  },
  { encoding: "euc-kr", what: "a sentence", text: "오류: 지정된 파일을 찾을 수 없습니다.\r\n" },
  { encoding: "big5", what: "a message of cmd", text: "'foo' 不是內部或外部命令、可執行的程式或批次檔。\r\n" },
  { encoding: "big5", what: "a sentence", text: "系統找不到指定的檔案。\r\n" },
  { encoding: "windows-1251", what: "a sentence", text: "Ошибка: не удаётся найти указанный файл.\r\n" },
  { encoding: "windows-1251", what: "one word", text: "Привет\n" },
  {
    encoding: "cp866",
    what: "a message of cmd",
    text: '"foo" не является внутренней или внешней\r\nкомандой, исполняемой программой или пакетным файлом.\r\n',
  },
  { encoding: "koi8-r", what: "a sentence", text: "Файл не найден: проверьте путь и повторите попытку.\n" },
  { encoding: "windows-1253", what: "a sentence", text: "Σφάλμα: το αρχείο δεν βρέθηκε στον δίσκο.\r\n" },
  { encoding: "windows-1256", what: "a sentence", text: "خطأ: لم يتم العثور على الملف المحدد\r\n" },
  { encoding: "windows-874", what: "a sentence", text: "ข้อผิดพลาด: ไม่พบแฟ้มที่ระบุ\r\n" },
  { encoding: "cp437", what: "a tree", text: "C:.\r\n├───src\r\n│   ├───bound\r\n│   └───text\r\n└───test\r\n" },
  {
    encoding: "cp850",
    what: "a message of cmd",
    text: 'Der Befehl "foo" ist entweder falsch geschrieben oder\r\nkonnte nicht gefunden werden. Für Änderungen müssen Sie prüfen, ob die Größe möglich wäre; später.\r\n',
  },
  {
    encoding: "windows-1252",
    what: "a sentence",
    text: "Impossible d’écrire le fichier : accès refusé. Vérifiez les paramètres déjà définis.\n",
  },
  { encoding: "windows-1252", what: "names", text: "Größe prüfen: Übung für Jürgen Müller, Straße, läuft\n" },
];

/** Names of encodings, and whose decoder is right for each. */

export interface Encoding {
  /** The name that is told. */
  readonly name: string;
  /** What the platform's decoder calls it, where that is right. */
  readonly label?: string;
  /** What iconv-lite calls it. */
  readonly iconv: string;
  /** Bytes whose text the decoder must give, to be trusted: some have a code page wrong. */
  readonly probe?: readonly [bytes: readonly number[], text: string];
  /** Of one byte or two: decoded by a table, where the platform's decoder is not right. */
  readonly isDoubleByte?: boolean;
}

/** @returns `undefined` for a name that is none of these: iconv-lite may know it */
export function findEncoding(name: string): Encoding | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return ENCODINGS.find((encoding) => plainNames(encoding).includes(plain));
}

function plainNames({ name }: Encoding): readonly string[] {
  const plain = name.replace(/[^a-z0-9]/g, "");
  return [plain, ...(ALIASES[name] ?? [])];
}

function both(name: string, iconv = name): Encoding {
  return { name, label: name, iconv };
}

const ENCODINGS: readonly Encoding[] = [
  both("utf-16le"),
  both("utf-16be"),
  { name: "utf-32le", iconv: "utf-32le" },
  { name: "utf-32be", iconv: "utf-32be" },
  // The platform's decoder for GBK does not know the four bytes of GB 18030; the one for that knows both.
  { name: "gbk", label: "gb18030", iconv: "gbk" },
  { name: "gb18030", label: "gb18030", iconv: "gb18030" },
  both("shift_jis"),
  both("euc-jp"),
  both("iso-2022-jp"),
  // Node's stops at the characters of 1987, without those that Windows added.
  { name: "euc-kr", label: "euc-kr", iconv: "cp949", probe: [[0x81, 0x41], "갂"], isDoubleByte: true },
  // The platform's drops characters of Hong Kong.
  { name: "big5", iconv: "big5hkscs", isDoubleByte: true },
  ...["windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256"].map((name) =>
    both(name),
  ),
  ...["windows-1257", "windows-1258", "windows-874", "koi8-r", "koi8-u", "macintosh"].map((name) => both(name)),
  // Node has had it decode as Latin-1.
  { ...both("windows-1252"), probe: [[0x80, 0x92], "€’"] },
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => both(`iso-8859-${part}`)),
  // Not for the web, where it is Windows-1252.
  { name: "iso-8859-1", iconv: "iso-8859-1" },
  { name: "cp866", label: "ibm866", iconv: "cp866" },
  { name: "cp437", iconv: "cp437" },
  { name: "cp850", iconv: "cp850" },
];

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  "utf-16le": ["utf16", "ucs2", "unicode"],
  gbk: ["cp936", "936", "gb2312", "chinese"],
  gb18030: ["cp54936", "54936"],
  shift_jis: ["sjis", "cp932", "932", "windows31j", "ms932", "csshiftjis"],
  "euc-jp": ["cp51932", "51932"],
  "iso-2022-jp": ["cp50220", "50220", "jis"],
  "euc-kr": ["cp949", "949", "uhc", "ksc56011987", "windows949", "cp51949"],
  big5: ["cp950", "950", "big5hkscs"],
  "windows-1250": ["cp1250", "1250"],
  "windows-1251": ["cp1251", "1251"],
  "windows-1252": ["cp1252", "1252", "ansi"],
  "windows-1253": ["cp1253", "1253"],
  "windows-1254": ["cp1254", "1254"],
  "windows-1255": ["cp1255", "1255"],
  "windows-1256": ["cp1256", "1256"],
  "windows-1257": ["cp1257", "1257"],
  "windows-1258": ["cp1258", "1258"],
  "windows-874": ["cp874", "874", "tis620"],
  "koi8-r": ["koi8", "cp20866", "20866"],
  "koi8-u": ["cp21866", "21866"],
  "iso-8859-1": ["latin1", "l1"],
  cp866: ["ibm866", "866"],
  cp437: ["ibm437", "437", "oem437"],
  cp850: ["ibm850", "850"],
};

/**
 * Texts with their true counts: o200k_base and cl100k_base by gpt-tokenizer 4.0.0, Claude 2 by @anthropic-ai/tokenizer
 * 0.0.4, counted in November 2026. `safe` is a promise for CJK, emoji, base64 and hexadecimal at least.
 */
export interface Sample {
  readonly name: string;
  readonly o200k: number;
  readonly cl100k: number;
  readonly claude: number;
  readonly text: string;
}

export const SAMPLES: readonly Sample[] = [
  {
    name: "english",
    o200k: 33,
    cl100k: 33,
    claude: 33,
    text: "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.",
  },
  {
    name: "code",
    o200k: 42,
    cl100k: 42,
    claude: 44,
    text: "export function headroom(usage: Usage): number | undefined {\n  const { contextWindow, reserveTokens = 0 } = usage;\n  return Math.max(0, contextWindow - reserveTokens);\n}\n",
  },
  {
    name: "json",
    o200k: 44,
    cl100k: 43,
    claude: 43,
    text: '{"name":"spillway","version":"0.1.0","files":["dist","CHANGELOG.md"],"engines":{"node":">=20.19"},"private":false,"size":12345}',
  },
  {
    name: "zh",
    o200k: 35,
    cl100k: 50,
    claude: 49,
    text: "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
  },
  {
    name: "ja",
    o200k: 72,
    cl100k: 93,
    claude: 87,
    text: "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。",
  },
  {
    name: "ko",
    o200k: 51,
    cl100k: 85,
    claude: 95,
    text: "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.",
  },
  {
    name: "ru",
    o200k: 28,
    cl100k: 51,
    claude: 57,
    text: "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.",
  },
  {
    name: "hi",
    o200k: 25,
    cl100k: 84,
    claude: 93,
    text: "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
  },
  { name: "th", o200k: 32, cl100k: 65, claude: 117, text: "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ" },
  {
    name: "ar",
    o200k: 28,
    cl100k: 57,
    claude: 69,
    text: "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميرًا",
  },
  { name: "emoji", o200k: 31, cl100k: 47, claude: 42, text: "🟡😀🎉🚀👨‍👩‍👧🇩🇪✅❌🔥💯🤷‍♂️" },
  { name: "box", o200k: 29, cl100k: 30, claude: 31, text: "┌──────┬──────┐\n│ a    │ b    │\n├──────┼──────┤\n" },
  {
    name: "base64",
    o200k: 274,
    cl100k: 285,
    claude: 285,
    text: "ThGV3wIN5Z4NZaM6QnnxGD565OXZgOMJ+LVa3/LmHD49V/xb2b0M2Ama5Xbb4/sAddgMQVDBq5KSzgFmPbP0RQLDpCSddwcAWGSdvYItyveVdYb85CjPssqIuUdB7aiwc9G3SilSZ2O/vC4+47h7BxaXkB8k4F0HVdrqN609Z7D8RTnktIiQecKgCv6uC/wUOYQO8jeaH7gci6JzYa1HbWsZiIOcVkbLZM8DpNcE46/1gcQuR/i+3WZ7O1EMLPbs8kcwvqT/FvIA+5MbBsrgil2o4nmBN3XX7YHmgLSneUb+EIDd87J9R9r9bofpkZJ87FhTk7ugz/Q/FiT8k9uCsy68zmCbW/O5dKhJB+I3rKMBEoYYK+mxuHyte06c9dC+NV8KxIk",
  },
  {
    name: "hex",
    o200k: 231,
    cl100k: 232,
    claude: 237,
    text: "c02c0b965e023abee808f2b548d8d5193a8b5229be6f3121a6f16e2d41a449b37dc96f776c8423e57a2785489a3f9c43fb6e756876d6ad9a9cac4aa4e72ec1934814d92093ac8a0f4a2163ab87dee509ba306a58f5888be0edcb2fcd0712028b76a8277347f52530e1cf979175a178980b3a180d176165c985d85f7e142f1eed486bacc5c2d8a71a73d51bf8e522deaa264ec2628dca2955da1e9b8e00f219433c5661974942379614b943d0593e4a5e3f85900ab3fb4ce064725c15ccb93a012f5da6e9921baa79",
  },
  {
    name: "digits",
    o200k: 26,
    cl100k: 26,
    claude: 33,
    text: "3141592653589793238462643383279502884197169399375105820974944592307816406286",
  },
  {
    name: "csv",
    o200k: 158,
    cl100k: 158,
    claude: 158,
    text: "0,0,0\n1,919,14.18\n2,838,28.36\n3,757,42.54\n4,676,56.72\n5,595,70.9\n6,514,85.08\n7,433,99.26\n8,352,13.71\n9,271,27.89\n10,190,42.07\n11,109,56.25\n12,28,70.43\n13,947,84.61\n14,866,98.79\n15,785,13.24\n16,704,27.42\n17,623,41.6\n18,542,55.78\n19,461,69.96\n",
  },
  {
    name: "uuid",
    o200k: 46,
    cl100k: 47,
    claude: 48,
    text: "1b4e28ba-2fa1-41d2-883f-0016d3cca427\n6fa459ea-ee8a-3ca4-894e-db77e160355e\n",
  },
  {
    name: "mixed",
    o200k: 23,
    cl100k: 24,
    claude: 27,
    text: "错误: file not found (ENOENT) 🚨 at /usr/src/app/index.ts:42:7\n",
  },
  {
    name: "base64, densest of 200",
    o200k: 124,
    cl100k: 133,
    claude: 128,
    text: "px1A3SemhpQkZ8Vr+XbDg3i2bRUJHQbwQrUgrjBruqntXlmUVWfYCKP7lKbQzG3UWyOmJwzEIHxZ2S0O5wmbiS/owjOj+cfPsgcnM/RgVyJ5Wa2jW8McZxdkS61z6cunLeyU/FBvll6a6Ht33ReaWWE6wZ2gpMvWI2pCAMaTgQk=",
  },
];

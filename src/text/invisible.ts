/**
 * Characters that nobody sees, written out as `<U+202E>`: those that turn the direction of text or hide in it (bidirectional
 * controls, zero-width and other default-ignorable characters, tags, fillers). Variation selectors and joiners that make
 * pictures of emoji are among them.
 */
export function showInvisible(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  return text.replace(
    INVISIBLES,
    (character) => `<U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}>`,
  );
}

const CLASS = String.raw`[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;
const INVISIBLE = new RegExp(CLASS, "u");
const INVISIBLES = new RegExp(CLASS, "gu");

/**
 * Text in lines of at most so many characters, broken at spaces, each indented as the text is; a longer word has a line
 * of its own.
 */
export function wrap(text: string, chars: number): string[] {
  const words = text.trimStart()
  const indent = text.slice(0, text.length - words.length)
  const lines: string[] = []
  let line = ''
  for (const word of words.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > chars) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => `${indent}${each}`)
}

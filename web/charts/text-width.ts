/** Mean advance of a proportional sans-serif face, in em; wide enough for DejaVu, the widest in common use. */
const ADVANCE_EM = 0.6

/** Estimated width in px. A chart is laid out without a browser, so nothing can be measured. */
export function textWidth(text: string, sizePx = 12): number {
  return text.length * sizePx * ADVANCE_EM
}

/** The text, cut with an ellipsis where it is wider. */
export function fitText(text: string, widthPx: number, sizePx = 12): string {
  if (textWidth(text, sizePx) <= widthPx) return text
  const length = Math.max(1, Math.floor(widthPx / (sizePx * ADVANCE_EM)) - 1)
  return `${text.slice(0, length).trimEnd()}…`
}

/** The text, cut in its middle where it is wider: what distinguishes two names may be at either end. */
export function fitMiddle(text: string, widthPx: number, sizePx = 12): string {
  if (textWidth(text, sizePx) <= widthPx) return text
  const length = Math.max(2, Math.floor(widthPx / (sizePx * ADVANCE_EM)) - 1)
  const tail = Math.floor(length / 2)
  return `${text.slice(0, length - tail)}…${text.slice(-tail)}`
}

/** Lines of at most the width, broken between words, and within those that are longer, as addresses are. */
export function wrapText(text: string, widthPx: number, sizePx = 12): readonly string[] {
  const lines: string[] = []
  const longest = Math.max(1, Math.floor(widthPx / (sizePx * ADVANCE_EM)))
  const words = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${longest}}`, 'gsu')) ?? [word])
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && textWidth(`${last} ${word}`, sizePx) <= widthPx) {
      lines[lines.length - 1] = `${last} ${word}`
    } else {
      lines.push(word)
    }
  }
  return lines
}

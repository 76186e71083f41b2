import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILES } from '../citations.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Every document of the project: at its root, in docs/ and beside the code. */
export const DOCUMENTS: readonly string[] = FILES.filter((file) => file.endsWith('.md'))

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const withoutCode = (text: string): string => text.replace(/^( *)```.*?^\1```$/gms, '')

/** Words of prose and tables: what has a letter or a digit, outside of blocks of code. */
export const wordsOf = (text: string): number =>
  withoutCode(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length

/** What a program printed, as docs/examples.md shows it. */
const SAMPLES = /<!-- ([\w-]*sample) -->.*?<!-- \/\1 -->/gs

/** Lines longer than a screen, with their numbers; tables, pictures and lines with a URL cannot be broken. */
export function longLines(text: string, most: number): string[] {
  return text
    .replace(SAMPLES, (sample) => sample.replace(/./g, ''))
    .split('\n')
    .flatMap((line, index) =>
      [...line].length > most && !/^(\||!\[)/.test(line) && !/https?:\/\//.test(line)
        ? [`line ${index + 1}`]
        : [],
    )
}

/** Paragraphs and items of lists, each in one line; without code, tables, headings and comments. */
function paragraphs(text: string): string[] {
  const prose = withoutCode(text).replace(/<!--.*?-->/gs, '')
  const blocks = ['']
  for (const line of prose.split('\n')) {
    const isProse = !/^(\||#|<|!\[|\s*$)/.test(line)
    if (!isProse || /^\s*([-*]|\d+\.) /.test(line)) blocks.push('')
    if (isProse) blocks.push(`${blocks.pop()} ${line.replace(/^\s*([-*]|\d+\.) /, '').trim()}`)
  }
  return blocks.map((block) => block.trim()).filter((block) => block !== '')
}

/** Sentences of more words than that. Code counts as one word, a link as its text. */
export function longSentences(text: string, most: number): string[] {
  return paragraphs(text).flatMap((block) =>
    block
      .replace(/`[^`]*`/g, 'code')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\b(et al|cf|vs|e\.g|i\.e)\./g, '$1')
      .split(/(?<=[.!?…][)*"”]*)\s+/)
      .filter((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length > most),
  )
}

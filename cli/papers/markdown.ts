import { textTable } from '../output/table.ts'
import { wrap } from '../output/text.ts'

const LINE = 126

/** Lines of a paragraph, those after the first indented as those of an item of a list are. */
export function paragraph(text: string, indent = ''): string[] {
  return wrap(text, LINE).map((one, index) => (index === 0 ? one : `${indent}${one}`))
}

/** A table as the terminal has it: of a hundred rows nobody reads the last one as prose. */
export function codeTable(head: readonly string[], rows: readonly (readonly (string | null)[])[]): string[] {
  const columns = head.map((heading, index) => ({
    heading,
    cell: (row: readonly (string | null)[]) => row[index] ?? null,
  }))
  return ['```', textTable(rows, columns, null), '```']
}

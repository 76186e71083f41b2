import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import type { Limits } from '../../stats/limits.ts'
import type { GainRow } from './measured-page.ts'

/** `23.4 %`; below 0 with a minus sign. */
export function percentText(percent: number): string {
  return `${signed(percent, 1)} %`
}

/** `20.1 to 26.3`; what of an interval there is. */
export function limitsText(limits: Limits | null, digits: number): string {
  return limits === null ? 'no interval' : `${signed(limits[0], digits)} to ${signed(limits[1], digits)}`
}

export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** A paragraph or list item in lines of at most 125 characters. */
export function wrapped(text: string, indent = ''): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > 125) {
      lines.push(line)
      line = `${indent}${word}`
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A Markdown table. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)]
}

/** Columns that are aligned with spaces, the first to the left and the others to the right. */
export function alignedTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

/** `gain 1.32, 1.21–1.44`; without an interval where there is none. */
export function gainText({ gain, gainInterval: limits }: GainRow): string {
  const text = `gain ${ratioText(gain)}`
  return limits === null ? text : `${text}, ${ratioRangeText([limits.low, limits.high])}`
}

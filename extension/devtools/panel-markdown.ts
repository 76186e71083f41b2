import type { ComputedMetric } from '../../crawler/metrics/compute.ts'
import { HTTP3_REASONS } from '../../web/har/http3-reason.ts'
import { protocolWord } from '../../web/har/protocol-words.ts'
import { metricRows } from './metric-text.ts'
import type { RecordedLoad } from './recorded-load.ts'

/** Writes what the panel shows, for an issue or a chat: a heading, the protocol, a table for each group. */
export function panelMarkdown(load: RecordedLoad | null, metrics: readonly ComputedMetric[]): string {
  const protocol = load?.protocol ? protocolWord(load.protocol) : 'unknown protocol'
  const why = load?.http3 && load.http3 !== 'used' ? [`HTTP/3: ${HTTP3_REASONS[load.http3]}`, ''] : []
  const tables = metricRows(metrics).flatMap(([title, rows]) => [
    `### ${title}`,
    '',
    '| metric | value |',
    '| --- | ---: |',
    ...rows.map(({ label, value }) => `| ${cell(label)} | ${cell(value)} |`),
    '',
  ])
  const heading = `## ${load?.address ?? 'A page'}: ${protocol}`
  return [heading, '', ...why, ...tables, 'One load, n = 1. Measured with towline.', ''].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

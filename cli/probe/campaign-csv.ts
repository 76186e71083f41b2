import { independenceCells } from '../output/comparison-text.ts'
import { csvRecord } from '../output/table.ts'
import type { ArmResult } from './campaign-results.ts'

const HEADINGS = [
  ...['site', 'arm', 'valid', 'invalid', 'failed', 'pending', 'repeated', 'plt_ms', 'tow_setup_ms'],
  ...['rounds', 'gain', 'gain_low', 'gain_high', 'verdict', 'smallest_detectable_percent', 'interval_rule'],
  ...['autocorrelation', 'autocorrelation_low', 'autocorrelation_high', 'effective_rounds'],
]

export function* campaignCsv(results: readonly ArmResult[]): Iterable<string> {
  yield HEADINGS.join(',')
  for (const { comparison: c, ...r } of results)
    yield csvRecord(
      [
        ...[r.site, r.arm, r.valid, r.invalid, r.failed, r.pending, r.repeated, r.pltMs, r.towMs],
        c?.n ?? null,
        c?.gain ?? null,
        c?.gainInterval?.[0] ?? null,
        c?.gainInterval?.[1] ?? null,
        c?.verdict ?? null,
        c?.couldHaveShownPercent ?? null,
        ...independenceCells(c),
      ],
      HEADINGS,
    )
}

import { independenceCells } from '../output/independence-cells.ts'
import { csvRecord } from '../output/table.ts'
import type { LabReport } from './lab-report.ts'

export function labReportCsv({ metric, baseline, cells }: LabReport): string {
  const names = [...new Set(cells.flatMap(({ factors }) => Object.keys(factors)))].sort()
  const head = [
    'cell',
    ...names.map((name) => `factor_${name}`),
    'state',
    'arm',
    'baseline',
    'valid',
    'invalid',
    'failed',
    `median_${metric}`,
    'rounds',
    'gain',
    'gain_low',
    'gain_high',
    'verdict',
    'smallest_detectable_percent',
    'interval_rule',
    'autocorrelation',
    'autocorrelation_low',
    'autocorrelation_high',
    'effective_rounds',
    'limit_ms',
    'efficiency',
    'reason',
  ]
  const rows = cells.map(({ factors, compared, ...row }) => {
    const comparison = compared?.comparison ?? null
    const values = [
      row.cell,
      ...names.map((name) => factors[name] ?? null),
      row.state,
      row.arm,
      baseline,
      row.valid,
      row.invalid,
      row.failed,
      row.median,
      compared?.n ?? null,
      comparison?.gain ?? null,
      comparison?.gainInterval?.[0] ?? null,
      comparison?.gainInterval?.[1] ?? null,
      comparison?.verdict ?? null,
      comparison?.couldHaveShownPercent ?? null,
      ...independenceCells(comparison),
      row.limitMs,
      row.efficiency,
      row.reason,
    ]
    return csvRecord(values, head)
  })
  return [csvRecord(head), ...rows].join('\n')
}

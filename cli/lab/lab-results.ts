import { Command, Option } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { plannedBaseline } from '../../db/lab/planned-baseline.ts'
import { labInitialWindow } from '../../figures/initial-window.ts'
import { serverBehaviour as behaviourFigure } from '../../figures/server-behaviour.ts'
import { serverFindings as findingsFigure } from '../../figures/server-findings.ts'
import { measuredLabCells } from '../../lab/run/measured-cells.ts'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import { DEFAULT_METRIC, METRIC_NAMES, type MetricName } from '../../model/metrics.ts'
import { serverBehaviour } from '../../server/figures/server-behaviour.ts'
import { serverFindings } from '../../server/figures/server-findings.ts'
import { type ServerRow, serverRows } from '../../server/lab/server-gains.ts'
import { labInitialWindowAnswer } from '../../server/lab/window-answer.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { independenceCells } from '../output/comparison-text.ts'
import { figureLines } from '../output/figure-text.ts'
import { type Format, formatOption } from '../output/format.ts'
import { csvRecord } from '../output/table.ts'
import { jsonText, tableWidth } from '../output/text.ts'
import { baselineOf } from '../probe/baseline.ts'
import { chooseClient, readClients } from './cablelabs.ts'
import { findLabRun } from './find-lab-run.ts'
import { FIGURE_PART_NAMES, FIGURE_PARTS, type FigurePartName } from './lab-load-parts.ts'
import { repetition, repetitionText } from './lab-repeat.ts'
import { type LabReport, labReport } from './lab-report.ts'
import { labReportLines } from './lab-report-text.ts'
import { serverLines, serversCsv } from './lab-servers.ts'

const PARTS = ['cells', 'servers', ...FIGURE_PART_NAMES] as const

interface ResultsOptions {
  readonly metric: MetricName
  readonly baseline?: Arm
  readonly compare?: string
  readonly client?: string
  readonly again?: string
  readonly part?: (typeof PARTS)[number]
  readonly format: Format
  readonly database: string
}

export function labResultsCommand(): Command {
  return new Command('results')
    .argument('[run]', 'number of the lab run, or latest', 'latest')
    .addOption(new Option('--metric <metric>', 'what is compared').choices(METRIC_NAMES).default('plt_ms'))
    .addOption(
      new Option('--baseline <arm>', 'what the others are compared with (default: that of the plan)').choices(
        ARM_NAMES,
      ),
    )
    .option('--compare <file>', 'CSV of CableLabs’ medians, to see whether gains go together')
    .option('--client <client>', 'whose medians, where that file holds several clients')
    .option('--again <run>', 'an earlier run of the same conditions: do the gains lie in its intervals?')
    .addOption(
      new Option(
        '--part <part>',
        'one alone; those beside cells and servers are about all loads, as they are downloaded from the lab page (default: all; CSV: cells)',
      ).choices(PARTS),
    )
    .addOption(formatOption())
    .addOption(databaseOption())
    .action(async (name: string, options: ResultsOptions) => {
      const { metric, compare, client, part, format, database } = options
      if (client !== undefined && compare === undefined)
        throw new CliError(EXIT.usage, '--client needs --compare')
      const printed =
        compare === undefined ? undefined : chooseClient(compare, await readClients(compare), client)
      await using db = await openDatabase({ url: database, readOnly: true })
      const run = await findLabRun(db, name)
      if (part !== undefined && part !== 'cells' && part !== 'servers')
        return await showPart(db, run, part, options)
      const serverGains = await serverRows(db, run, metric)
      if (part === 'servers') return showServers(run, serverGains, format)
      const cells = await measuredLabCells(db, run.id, metric)
      const earlier = options.again === undefined ? null : await findLabRun(db, options.again)
      const arms = [...new Set(cells.flatMap((cell) => cell.arms.map(({ arm }) => arm)))]
      const baseline = options.baseline ?? plannedBaseline(run) ?? baselineOf(arms) ?? 'h1'
      const report = labReport(cells, {
        metric,
        baseline,
        seed: run.seed,
        ...(printed === undefined ? {} : { printed: printed.conditions }),
      })
      const again = earlier && {
        run: earlier.id,
        ...repetition(
          labReport(await measuredLabCells(db, earlier.id, metric), { metric, baseline, seed: earlier.seed })
            .cells,
          report.cells,
        ),
      }
      if (format === 'csv') return console.log(labReportCsv(report))
      const width = tableWidth()
      const wanted = part === undefined ? FIGURE_PART_NAMES : []
      const figures = await Promise.all(
        wanted.map(async (each) => [each, await FIGURE_PARTS[each].read(db, run.id)] as const),
      )
      if (format === 'json') {
        const compared = compare === undefined ? null : { file: compare, client: printed?.client }
        const loads = Object.fromEntries(figures.map(([each, { answer }]) => [each, answer]))
        const servers = part === undefined ? await readServerParts(db, run) : {}
        console.log(jsonText({ run, compared, again, ...report, ...loads, serverGains, ...servers }, 2))
        return
      }
      const rest = async (): Promise<string[]> => [
        ...figures.flatMap(([, { lines }]) => lines(width)),
        ...serverLines(serverGains, width),
        ...(metric === DEFAULT_METRIC
          ? figureLines(labInitialWindow, await labInitialWindowAnswer(db, run), width)
          : []),
        ...(await serverPartLines(db, run, width)),
      ]
      const lines = [...labReportLines(run, report, width), ...(part === undefined ? await rest() : [])]
      for (const line of lines) console.log(line)
      if (again !== null) console.log(`\n${repetitionText(again.run, again)}`)
    })
}

function showServers({ id }: LabRunRow, rows: readonly ServerRow[], format: Format): void {
  if (format === 'json') console.log(jsonText(rows, 2))
  else if (format === 'csv') console.log(serversCsv(rows))
  else {
    const nothing = [`\nlab run ${id}: no two servers were measured under the same condition`]
    for (const line of rows.length === 0 ? nothing : serverLines(rows, tableWidth())) console.log(line)
  }
}

async function showPart(
  db: Database,
  run: LabRunRow,
  part: FigurePartName,
  { compare, again, baseline, format }: ResultsOptions,
): Promise<void> {
  if (compare !== undefined || again !== undefined || baseline !== undefined)
    throw new CliError(EXIT.usage, `--compare, --again and --baseline are about cells, not --part ${part}`)
  const { answer, csv, lines } = await FIGURE_PARTS[part].read(db, run.id)
  if (format === 'json') return console.log(jsonText(answer, 2))
  if (format === 'csv') return console.log(csv())
  const shown = lines(tableWidth())
  for (const line of shown.length > 0 ? shown : [`\nlab run ${run.id}: ${FIGURE_PARTS[part].nothing}`])
    console.log(line)
}

/** Reads what a run says of its servers, as JSON has it. */
async function readServerParts(
  db: Database,
  run: LabRunRow,
): Promise<{
  readonly findings: Awaited<ReturnType<typeof serverFindings>>['rows']
  readonly servers: Awaited<ReturnType<typeof serverBehaviour>>['rows']
}> {
  const [{ rows: findings }, { rows: servers }] = [
    await serverFindings(db, run.id),
    await serverBehaviour(db, run.id),
  ]
  return { findings, servers }
}

/** The same as text; what one server did in one setting has nothing to be compared with, and is left out. */
async function serverPartLines(db: Database, run: LabRunRow, width: number | null): Promise<string[]> {
  const { findings, servers } = await readServerParts(db, run)
  const settings = new Set(servers.map(({ server, settings }) => JSON.stringify([server, settings])))
  return [
    ...figureLines(findingsFigure, { labRunId: run.id, rows: findings }, width),
    ...(settings.size > 1 ? figureLines(behaviourFigure, { labRunId: run.id, rows: servers }, width) : []),
  ]
}

function labReportCsv({ metric, baseline, cells }: LabReport): string {
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

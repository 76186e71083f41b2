import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { conditionText } from '../../lab/link/condition/condition-text.ts'
import type { Backend, LinkCondition } from '../../lab/link/condition/link.ts'
import type { LinkMeasurement } from '../../lab/link/measure/calibrate.ts'
import { linkDeviations } from '../../lab/link/measure/link-deviations.ts'
import { measureLink } from '../../lab/network/measure.ts'
import { openLabNetwork } from '../../lab/network/open.ts'
import { EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { cacheOption } from '../options/cache-option.ts'
import { linkBackendOption } from '../options/link-backend-option.ts'
import { type Format, formatOption, printRows } from '../output/format.ts'
import type { Column } from '../output/table.ts'
import { linkCondition } from '../prepare/in-sandbox.ts'
import { preparePart } from '../prepare/prepare-part.ts'

interface CalibrateOptions {
  readonly link: readonly LinkCondition[]
  readonly linkBackend?: Backend
  readonly cache: string
  readonly format: Format
}

export interface Calibrated {
  readonly condition: LinkCondition
  readonly backend: string
  readonly measured: LinkMeasurement
  /** A sentence each; none: the link is as it was set. */
  readonly deviations: readonly string[]
}

/** Links that are measured where nothing is named: a slow, a middling and a fast one. */
const USUAL = ['rtt=150ms,down=1,up=1', 'rtt=50ms,down=10,up=5,loss=0.01', 'rtt=10ms,down=50,up=20']

/** `towline lab calibrate`: whether links of this machine are what they are set to. */
export function labCalibrateCommand(): Command {
  return new Command('calibrate')
    .addOption(
      new Option(
        '--link <condition...>',
        'links, such as rtt=100ms,down=10,up=10,loss=0.01 or profile=NAME',
      ).argParser((text: string, before: readonly LinkCondition[] | undefined) => [
        ...(before ?? []),
        linkCondition(text),
      ]),
    )
    .addOption(linkBackendOption())
    .addOption(formatOption())
    .addOption(cacheOption('where the lab’s programs are unpacked'))
    .action(async (options: Partial<Pick<CalibrateOptions, 'link'>> & Omit<CalibrateOptions, 'link'>) => {
      const link = options.link ?? USUAL.map(linkCondition)
      process.exitCode = await run({ ...options, link })
    })
}

async function run(options: CalibrateOptions): Promise<number> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  await preparePart('link', options.cache, signal)
  const cacheDir = resolve(options.cache)
  await using network = await openLabNetwork({
    cacheDir,
    shards: 1,
    hosts: [],
    signal,
    ...(options.linkBackend && { linkBackend: options.linkBackend }),
  })
  const all: Calibrated[] = []
  for (const condition of options.link) {
    process.stderr.write(`measuring ${conditionText(condition)} …\n`)
    const { backend } = await network.setLink(condition, { initcwnd: null, congestionControl: null })
    const measured = await measureLink(network, condition, { cacheDir, signal })
    all.push({ condition, backend, measured, deviations: linkDeviations(condition, measured) })
  }
  printRows(options.format, all, CALIBRATED_COLUMNS)
  return all.every(({ deviations }) => deviations.length === 0) ? EXIT.ok : EXIT.tempFail
}

/** Measured numbers are numbers in CSV too; null: not measured. */
export const CALIBRATED_COLUMNS: readonly Column<Calibrated>[] = [
  { heading: 'link', cell: ({ condition }) => conditionText(condition) },
  { heading: 'backend', cell: ({ backend }) => backend, optional: true },
  number('RTT ms', 'rtt_ms', ({ rtt }) => rounded(rtt.medianMs, 2)),
  number('down Mbit/s', 'down_mbps', ({ downMbps }) => rounded(downMbps, 3)),
  number('up Mbit/s', 'up_mbps', ({ upMbps }) => rounded(upMbps, 3)),
  number('lost down', 'lost_down', ({ lossDown }) => lossDown.lost),
  { ...number('of', 'sent_down', ({ lossDown }) => lossDown.sent), optional: true },
  number('lost up', 'lost_up', ({ lossUp }) => lossUp.lost),
  { ...number('of', 'sent_up', ({ lossUp }) => lossUp.sent), optional: true },
  { heading: 'off', csv: 'deviations', cell: ({ deviations }) => deviations.join('; ') || null },
]

function number(
  heading: string,
  csv: string,
  value: (measured: LinkMeasurement) => number | null,
): Column<Calibrated> {
  return { heading, csv, align: 'right', cell: ({ measured }) => value(measured) }
}

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits))

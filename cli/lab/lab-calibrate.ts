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
import { type Format, formatOption } from '../output/format.ts'
import { csvRecord, textTable } from '../output/table.ts'
import { jsonText, tableWidth } from '../output/text.ts'
import { linkCondition } from '../prepare/in-sandbox.ts'
import { preparePart } from '../prepare/prepare-part.ts'

interface CalibrateOptions {
  readonly link: readonly LinkCondition[]
  readonly linkBackend?: Backend
  readonly cache: string
  readonly format: Format
}

interface Calibrated {
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
  show(all, options.format)
  return all.every(({ deviations }) => deviations.length === 0) ? EXIT.ok : EXIT.tempFail
}

function show(all: readonly Calibrated[], format: Format): void {
  const columns = [
    { heading: 'link', cell: ({ condition }: Calibrated) => conditionText(condition) },
    { heading: 'backend', cell: ({ backend }: Calibrated) => backend },
    { heading: 'RTT ms', cell: ({ measured: { rtt } }: Calibrated) => digits(rtt.medianMs, 2) },
    { heading: 'down Mbit/s', cell: ({ measured }: Calibrated) => digits(measured.downMbps, 3) },
    { heading: 'up Mbit/s', cell: ({ measured }: Calibrated) => digits(measured.upMbps, 3) },
    { heading: 'lost down', cell: ({ measured: { lossDown } }: Calibrated) => lost(lossDown) },
    { heading: 'lost up', cell: ({ measured: { lossUp } }: Calibrated) => lost(lossUp) },
    { heading: 'off', cell: ({ deviations }: Calibrated) => deviations.join('; ') || null },
  ]
  if (format === 'json') console.log(jsonText(all, 2))
  else if (format === 'csv') {
    console.log(csvRecord(columns.map(({ heading }) => heading)))
    for (const each of all) console.log(csvRecord(columns.map(({ cell }) => cell(each))))
  } else console.log(textTable(all, columns, tableWidth()))
}

function digits(value: number | null, after: number): string | null {
  return value === null ? null : value.toFixed(after)
}

function lost({ sent, lost: gone }: { readonly sent: number; readonly lost: number }): string {
  return `${gone} of ${sent}`
}

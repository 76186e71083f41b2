import { setTimeout as delay } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { withoutUserinfo } from '../../crawler/network/recorded-url.ts'
import { TIMEOUTS } from '../../crawler/survey/operation/context.ts'
import { watchLoop } from '../../crawler/survey/operation/loop-watch.ts'
import { OPERATIONS } from '../../model/operation.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { demandEmptyFolder } from '../../record/folder/write-recording.ts'
import { requestPolicy } from '../../record/live/request-policy.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { untilInterrupted } from '../exit/interrupt.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { addConductOptions, addReachOptions, type RunOptions } from '../options/run-options.ts'
import { isLive, userAgentSuffix, visitSettings } from '../options/run-settings.ts'
import { VERSION } from '../options/version.ts'
import { visible } from '../output/visible.ts'
import {
  demandSandbox,
  type InSandboxOptions,
  LINK,
  runInSandbox,
  sandboxOptions,
} from '../prepare/in-sandbox.ts'
import { preparePart } from '../prepare/prepare-part.ts'
import { demandBrowserSandbox, sandboxDemand } from '../probe/browser-sandbox.ts'
import { egressFilterFor, sayRefused } from '../probe/egress.ts'
import { recordingSummary } from './recording-summary.ts'

type RecordOptions = InSandboxOptions &
  Pick<
    RunOptions,
    'allowAddress' | 'ca' | 'cache' | 'contact' | 'optOut' | 'resolver' | 'robots' | 'userAgent'
  > & {
    readonly out: string
    readonly loads: number
    readonly pause: number
    readonly page?: string
    readonly unsafeNoSandbox?: boolean
  }

/** CRW-4: loads of one site in a week. */
const MOST_LOADS = 5

/** `towline record`: one page with its bodies, hosts and times. */
export function recordCommand(): Command {
  const command = new Command('record')
    .description(
      'Record a page with all that it asks for: bodies as they were sent, hosts, certificates, and the times of several loads.',
    )
    .argument(
      '<source>',
      'https:// URL of the page, a HAR file with bodies, or a WARC file (.warc, .warc.gz)',
    )
    .requiredOption('--out <folder>', 'where the recording goes')
    .addOption(
      new Option('--loads <n>', `live loads: one for bodies, the others for times; at most ${MOST_LOADS}`)
        .argParser(loads)
        .default(MOST_LOADS),
    )
    .addOption(
      new Option('--pause <time>', 'between two loads').argParser(milliseconds).default(60_000, '60s'),
    )
    .option(
      '--page <url>',
      'of a WARC file with several pages, the document (default: the one with most requests)',
    )
    .option('--unsafe-no-sandbox', 'load a live page also where the browser can have no sandbox of its own')
  sandboxOptions(command)
  addReachOptions(command)
  addConductOptions(command)
  command.optionsGroup('Files:').addOption(cacheOption('browser, sandbox programs'))
  return command.action(async (source: string, options: RecordOptions) => {
    demandSandbox(options)
    const isUrl = /^[a-z][a-z\d+.-]*:\/\//i.test(source)
    if (isUrl && !/^https?:$/.test(URL.parse(source)?.protocol ?? ''))
      throw new CliError(
        EXIT.usage,
        `${visible(withoutUserinfo(source))}: no URL of a page, such as https://www.example.com/`,
      )
    if (options.page !== undefined && !WARC.test(source))
      throw new CliError(EXIT.usage, '--page is for WARC files')
    if (!isUrl && options.sandbox === true)
      throw new CliError(EXIT.usage, '--sandbox is for URLs: a file needs no network')
    await demandEmptyFolder(options.out)
    if (!isUrl) report(await recordFile(source, options), options.out)
    else if (options.sandbox === true)
      process.exitCode = await runInSandbox(command, { ...options, capture: false })
    else await recordUrl(source, options)
  })
}

const WARC = /\.warc(\.gz)?$/i

async function recordFile(file: string, { out, page }: RecordOptions): Promise<Recording> {
  if (WARC.test(file)) {
    const { recordWarc } = await import('../../record/import/record-warc.ts')
    return await recordWarc(file, out, { page: page ?? null, toolVersion: VERSION })
  }
  const { recordHar } = await import('../../record/import/record-har.ts')
  return await recordHar(file, out, VERSION)
}

function report(recording: Recording, folder: string): void {
  for (const line of recordingSummary(recording)) console.log(visible(line))
  console.log(visible(`recorded to ${folder}`))
}

/** More would be a burden on the site, and say little more. */
function loads(text: string): number {
  const value = wholeNumber(1, MOST_LOADS)(text)
  if (value === 1) throw new InvalidArgumentError('must be 2 or more: the first gives bodies and no times.')
  return value
}

async function recordUrl(url: string, options: RecordOptions): Promise<void> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  const clock = (): number => performance.now()
  using loop = watchLoop(clock)
  const settings = await visitSettings(
    { ...options, operations: [...OPERATIONS], timeout: TIMEOUTS.siteMs },
    clock,
    loop,
  )
  await using _resolver = settings.resolver
  await preparePart('browser', options.cache, signal)
  await demandBrowserSandbox(options, signal)
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  await using egress = await egressFilterFor(options, say)
  // The browser's driver takes more memory than everything else.
  const { recordPage } = await import('../../record/live/record-page.ts')
  const recording = await recordPage(url, options.out, {
    loads: options.loads,
    pause: () => delay(options.pause, undefined, { signal }),
    whyNot: requestPolicy({ ...settings, signal }),
    refused: (address) => !settings.allows(address),
    robotsToken: settings.robotsToken,
    browser: {
      userAgentSuffix: userAgentSuffix(options),
      sandbox: sandboxDemand(options),
      guarded: isLive(options),
      ...(egress === null ? {} : { gid: egress.gid }),
      ...(options.ca === undefined ? {} : { caFile: options.ca }),
    },
    privateRoot: options.ca !== undefined,
    link: linkFacts(process.env[LINK]),
    toolVersion: VERSION,
    say,
    signal,
  })
  await sayRefused(egress)
  report(recording, options.out)
}

/** The emulated link that the sandbox's command reports to the one inside it. */
function linkFacts(text: string | undefined): Recording['link'] {
  return text === undefined ? null : (JSON.parse(text) as Recording['link'])
}

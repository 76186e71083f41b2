import { Command, InvalidArgumentError, Option } from 'commander'
import { withoutUserinfo } from '../../crawler/network/recorded-url.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { demandEmptyFolder } from '../../record/folder/write-recording.ts'
import { CliError, EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { databaseOption } from '../options/database.ts'
import { pauseOf } from '../options/own-pause.ts'
import { addConductOptions, addReachOptions } from '../options/run-options.ts'
import { VERSION } from '../options/version.ts'
import { terminalOf } from '../output/guard-output.ts'
import { announcedWait } from '../output/progress.ts'
import { visible } from '../output/text.ts'
import { demandSandbox, type InSandboxOptions, runInSandbox, sandboxOptions } from '../prepare/in-sandbox.ts'
import { unconfinedOption, unsafeNoSandboxOption } from '../probe/probe-options.ts'
import { addSelectOptions } from '../survey/select.ts'
import { type LiveOptions, openLivePages } from './live-pages.ts'
import { type RecordSurveyOptions, recordSurvey } from './record-survey.ts'
import { recordingSummary } from './recording-summary.ts'

type RecordOptions = InSandboxOptions &
  LiveOptions &
  Omit<RecordSurveyOptions, 'fromSurvey' | 'out'> & {
    readonly fromSurvey?: string
    readonly out?: string
    readonly page?: string
  }

/** CRW-4: loads of one site in a week. More would be a burden on the site, and say little more. */
const MOST_LOADS = 5

/** Limits loads of a host below .test, which is on no internet (RFC 6761). */
const MOST_TEST_LOADS = 100

/** Folder of the recordings of a survey's sites by default. */
const MANY_OUT = 'recordings'

/** `towline record`: pages with their bodies, hosts and times. */
export function recordCommand(): Command {
  const command = new Command('record')
    .argument(
      '[source]',
      'https:// URL of the page, a HAR file with bodies (.har, .har.gz), or a WARC file (.warc, .warc.gz)',
    )
    .option(
      '--from-survey <survey>',
      'in place of a source, sites selected from a survey: its number, or latest',
    )
    .option(
      '--out <folder>',
      `where the recording goes; with --from-survey a folder with one for each site (default there: ${MANY_OUT})`,
    )
    .option('--resume', 'with --from-survey: leave out sites whose recordings are complete')
    .addOption(
      new Option(
        '--loads <n>',
        `live loads: one for bodies, the others for times, of three and more the last under HTTP/1.1; at most ${MOST_LOADS}`,
      )
        .argParser(loads)
        .default(MOST_LOADS),
    )
    .addOption(
      new Option('--pause <time>', 'between two loads of one site')
        .argParser(milliseconds)
        .default(60_000, '60s; none on a network of your own'),
    )
    .option(
      '--page <url>',
      'of a WARC file with several pages, the document (default: the one with most requests)',
    )
    .option(
      '--native-random',
      'leave random draws of the page’s scripts to chance (default: by a seed, which its replays draw by too)',
    )
    .addOption(unsafeNoSandboxOption())
    .addOption(unconfinedOption())
  sandboxOptions(command)
  addSelectOptions(command.optionsGroup('Selection (with --from-survey):'))
  addReachOptions(command)
  addConductOptions(command)
  command
    .optionsGroup('Files:')
    .addOption(databaseOption())
    .addOption(cacheOption('browser, sandbox programs'))
  return command.action(async (source: string | undefined, given: RecordOptions) => {
    const options = { ...given, pause: pauseOf(command, given) }
    demandSandbox(options)
    const { fromSurvey, out = MANY_OUT } = options
    if (fromSurvey !== undefined) {
      demandFewLoads('', options.loads)
      if (source !== undefined) throw new CliError(EXIT.usage, 'give a source or --from-survey, not both')
      if (options.page !== undefined) throw new CliError(EXIT.usage, '--page is for WARC files')
      process.exitCode =
        options.sandbox === true
          ? await runInSandbox(command, { ...options, capture: false })
          : await recordSurvey({ ...options, fromSurvey, out })
      return
    }
    if (source === undefined)
      throw new CliError(EXIT.usage, 'say what to record: a URL, a HAR or WARC file, or --from-survey latest')
    if (options.out === undefined)
      throw new CliError(EXIT.usage, 'say where the recording goes: --out FOLDER')
    if (options.resume === true) throw new CliError(EXIT.usage, '--resume is for --from-survey')
    demandFewLoads(source, options.loads)
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
    await demandEmptyFolder(out)
    if (!isUrl) report(await recordFile(source, out, options.page), out)
    else if (options.sandbox === true)
      process.exitCode = await runInSandbox(command, { ...options, capture: false })
    else await recordUrl(source, out, options)
  })
}

const WARC = /\.warc(\.gz)?$/i

async function recordFile(file: string, out: string, page: string | undefined): Promise<Recording> {
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

function demandFewLoads(source: string, count: number): void {
  if (count > MOST_LOADS && !URL.parse(source)?.hostname.endsWith('.test'))
    throw new CliError(EXIT.usage, `--loads ${count}: at most ${MOST_LOADS}, but for hosts below .test`)
}

function loads(text: string): number {
  const value = wholeNumber(1, MOST_TEST_LOADS)(text)
  if (value === 1) throw new InvalidArgumentError('must be 2 or more: the first gives bodies and no times.')
  return value
}

export async function recordUrl(url: string, out: string, options: LiveOptions): Promise<void> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  await using pages = await openLivePages(options, signal)
  // The browser's driver takes more memory than everything else.
  const { recordPage } = await import('../../record/live/record-page.ts')
  const recording = await recordPage(url, out, {
    ...pages.options,
    pause: () =>
      announcedWait(options.pause, 'pause between two loads (--pause)', {
        out: terminalOf(process.stderr),
        clock: () => performance.now(),
        signal,
      }),
    say: pages.say,
    signal,
  })
  await pages.sayRefused()
  report(recording, out)
}

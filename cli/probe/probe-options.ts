import { type Command, InvalidArgumentError, Option } from 'commander'
import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'
import { type Arm, LIVE_ARMS } from '../../model/arm.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { commaList, milliseconds, wholeNumber } from '../options/arguments.ts'
import { armList } from '../options/arm-list.ts'

export interface ProbeOptions {
  readonly arms: Arm[]
  readonly rounds: number
  readonly pause: number
  readonly siteGap: number
  readonly untilCi?: number
  readonly coldBrowser?: boolean
  readonly loadTimeout: number
  readonly maxMemory: number
  readonly busyLimit: number
  readonly capture: boolean
  readonly keepPcap?: string
  readonly device?: string
  readonly connect?: string
  readonly unsafeNoSandbox?: boolean
  readonly unconfined?: boolean
  readonly filmstrip?: boolean
}

/** An empty page takes some 200 MB. */
const MIN_MEMORY_MB = 300
const BYTES_A_MB = 1_000_000

/** CRW-4: between two rounds of one site in an unattended run over a list. */
export const LIVE_SITE_GAP_MS = 60_000

/** Enough for a verdict where some loads do not count, and for the first look of `--until-ci` (docs/method.md). */
const ROUNDS = 10

export function addProbeOptions(command: Command): Command {
  return command
    .optionsGroup('Probing:')
    .addOption(armsOption())
    .option('--rounds <n>', 'loads of each site under each arm', wholeNumber(1, 100_000), ROUNDS)
    .addOption(
      new Option(
        '--until-ci <percent>',
        'stop a site once the 95 % interval of its gain, one that holds at every look, is within ± this',
      ).argParser(percent),
    )
    .addOption(new Option('--pause <time>', 'between two loads').argParser(milliseconds).default(2_000, '2s'))
    .addOption(
      new Option('--site-gap <time>', 'at least this between two rounds of one site')
        .argParser(milliseconds)
        .default(1, 'none; 60s for a live crawl of a list'),
    )
    .option('--cold-browser', 'a new browser process for every load')
    .addOption(
      new Option('--load-timeout <time>', 'limit for one load')
        .argParser(milliseconds)
        .default(60_000, '60s'),
    )
    .addOption(maxMemoryOption())
    .addOption(busyLimitOption())
    .addOption(noCaptureOption())
    .addOption(filmstripOption())
    .option('--keep-pcap <folder>', 'keep each sample’s packets and keys there')
    .option('--device <name>', 'emulate a phone, by its name in Puppeteer, for instance “Pixel 5”')
    .option(
      '--connect <url>',
      'drive the browser that listens there, for instance Chrome on a phone by `adb forward`; one arm, which its ' +
        'own switches must set',
    )
    .addOption(unsafeNoSandboxOption())
    .addOption(unconfinedOption())
}

export function unsafeNoSandboxOption(): Option {
  return new Option(
    '--unsafe-no-sandbox',
    'load live pages also where this machine allows the browser no sandbox of its own',
  )
}

export function unconfinedOption(): Option {
  return new Option(
    '--unconfined',
    'load live pages also where no packet filter keeps them from this network, as without root',
  )
}

export function armsOption(): Option {
  return new Option('--arms <names>', `protocol settings, comma separated, of: ${LIVE_ARMS.join(',')}`)
    .argParser(liveArms)
    .default(['h1', 'h2', 'h3'], 'h1,h2,h3')
}

/** Bytes of memory that a browser may take while it loads a page. */
export function maxMemoryOption(): Option {
  return new Option(
    '--max-memory <MB>',
    'a page whose browser takes more, in 1,000,000 bytes, is page_too_big',
  )
    .argParser((text) => wholeNumber(MIN_MEMORY_MB, 1_000_000)(text) * BYTES_A_MB)
    .default(LOAD_LIMITS.memoryBytes, String(LOAD_LIMITS.memoryBytes / BYTES_A_MB))
}

/** Share of the cores that may do other work beside a browser's load. */
export const BUSY_LIMIT = 0.5

export function busyLimitOption(): Option {
  return new Option(
    '--busy-limit <share>',
    'a sample is invalid where more of the machine’s cores did other work',
  )
    .argParser(fraction)
    .default(BUSY_LIMIT)
}

export function noCaptureOption(): Option {
  return new Option('--no-capture', 'capture no packets: Time on Wire and other packet metrics stay unknown')
}

export function filmstripOption(): Option {
  return new Option(
    '--filmstrip',
    'take screenshots during every load, for the page of each site; can slow the loads',
  )
}

const ofLiveArms = armList(LIVE_ARMS)

function liveArms(text: string): Arm[] {
  if (commaList(text).includes('recorded'))
    throw new InvalidArgumentError("'recorded' is for replays: `towline replay` loads recorded pages.")
  return ofLiveArms(text)
}

/** `3` or `3%`: percent, to a fraction. */
export function percent(text: string): number {
  const value = Number(/^(\d+(?:\.\d+)?)\s?%?$/.exec(text)?.[1])
  if (!(value > 0 && value <= 100)) throw new InvalidArgumentError('must be a share such as 3%, above 0.')
  return value / 100
}

function fraction(text: string): number {
  const value = Number(text)
  if (!/^\d*\.?\d+$/.test(text) || !(value > 0 && value <= 1))
    throw new InvalidArgumentError('must be a share of the cores above 0, up to 1.')
  return value
}

/** @throws CliError where options exclude each other: before anything is surveyed. */
export function demandArms(options: ProbeOptions): void {
  if (options.connect === undefined) return
  if (options.arms.length !== 1)
    throw new CliError(EXIT.usage, '--connect needs one arm: a browser that runs already cannot be switched')
  if (options.coldBrowser === true)
    throw new CliError(EXIT.usage, '--connect and --cold-browser cannot be given together')
}

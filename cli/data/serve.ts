import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { visibleJson } from '../../server/http/visible.ts'
import { addCheckBoxOptions, type CheckBoxFlags } from '../checks/check-box-flags.ts'
import { CliError, EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { originArgument, wholeNumber } from '../options/arguments.ts'
import { chosenDataLicense, type DataLicenseOptions, dataLicenseOption } from '../options/data-license.ts'
import { databaseOption } from '../options/database.ts'
import { VERSION } from '../options/version.ts'
import { serveAgain, servesHere } from './serve-again.ts'

interface ServeOptions extends DataLicenseOptions, CheckBoxFlags {
  readonly port: number
  readonly host: string
  readonly web: string
  readonly recorded?: true
  readonly readOnly?: true
  readonly operatorPort?: number
  readonly rateLimit: number
  readonly connectionsPerAddress: number
  readonly proxies: number
  readonly publicOrigin?: string
  readonly collectPerMinute: number
  readonly collectPerDay: number
  readonly collectSitesPerDay: number
  readonly collectPerSiteAndDay: number
  readonly logLevel: string
}

/** The built dashboard: `npm start` builds it. */
export const WEB_FOLDER = join(import.meta.dirname, '../../web/dist')

/** `towline serve`: the API and the dashboard, until Ctrl-C. */
export function serveCommand(): Command {
  const command = new Command('serve')
    .option('--port <port>', 'TCP port; 0 for any free one', wholeNumber(0, 65_535), 8080)
    .option('--host <address>', 'address to listen on; 0.0.0.0 or :: for all of them', '127.0.0.1')
    .addOption(
      new Option('--web <folder>', 'the built dashboard').default(WEB_FOLDER, 'that of this towline'),
    )
    .option('--recorded', 'say on every page that the data is a recorded demonstration')
    .option(
      '--read-only',
      'only read the database, which somebody else may have made: with limits on texts and on the time of a query',
    )
    .addOption(dataLicenseOption())
    .option(
      '--operator-port <port>',
      'TCP port of 127.0.0.1 for /metrics (Prometheus); 0 for any free one; none by default',
      wholeNumber(0, 65_535),
    )
  addVisitorLimits(command)
  addCollectionLimits(command)
  command
    .addOption(
      new Option('--log-level <level>', 'what is written to the error stream, as JSON lines')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('warn'),
    )
    .addOption(databaseOption())
  return addCheckBoxOptions(command).action(serve)
}

function addVisitorLimits(command: Command): Command {
  return command
    .option(
      '--rate-limit <requests>',
      'requests of one address in a minute to the API, and as many to other paths; 0 for no limit',
      wholeNumber(0, 1_000_000),
      1_200,
    )
    .option(
      '--connections-per-address <connections>',
      'open connections of one address (with --proxies: requests under way); 0 for no limit',
      wholeNumber(0, 2_000),
      256,
    )
    .option('--proxies <number>', 'proxies in front that set X-Forwarded-For', wholeNumber(0, 10), 0)
    .option(
      '--public-origin <origin>',
      'where the public reaches it, as https://towline.example: for link previews and examples of the API',
      originArgument,
    )
}

function addCollectionLimits(command: Command): Command {
  return command
    .option(
      '--collect-per-minute <requests>',
      'contributions of one address in a minute; 0 for no limit',
      wholeNumber(0, 1_000_000),
      60,
    )
    .option(
      '--collect-per-day <requests>',
      'contributions of one address in a day; 0 for no limit',
      wholeNumber(0, 1_000_000),
      600,
    )
    .option(
      '--collect-sites-per-day <sites>',
      'sites that one address may contribute to in a day; 0 for no limit',
      wholeNumber(0, 1_000_000),
      50,
    )
    .option(
      '--collect-per-site-and-day <requests>',
      'contributions of one address for one site in a day; 0 for no limit',
      wholeNumber(0, 1_000_000),
      10,
    )
}

async function serve(options: ServeOptions): Promise<void> {
  if (options.readOnly === true && !servesHere()) {
    process.exitCode = await serveAgain(process.argv.slice(2))
    return
  }
  const webFolder = resolve(options.web)
  await demandDashboard(webFolder)
  demandWritable(options)
  // The server's parts take tens of megabytes: no other command is to load them.
  const [{ pino }, { startServer }] = await Promise.all([import('pino'), import('../../server/main.ts')])
  await using interrupted = untilInterrupted()
  const errors = pino.destination({ fd: 2, sync: true })
  // Texts of clients and peers are in it; pino escapes C0 alone.
  const log = pino({ level: options.logLevel }, { write: (line) => errors.write(visibleJson(line)) })
  const { acceptChecks } = options
  await using box =
    acceptChecks === undefined
      ? null
      : await import('../checks/open-check-box.ts').then(({ openCheckBox }) =>
          openCheckBox({ ...options, acceptChecks }, interrupted.signal),
        )
  await using server = await startServer({
    database: options.database,
    host: options.host,
    port: options.port,
    webFolder,
    log,
    clock: () => performance.now(),
    now: () => new Date().toISOString(),
    toolVersion: VERSION,
    recorded: options.recorded === true,
    readOnly: options.readOnly === true,
    dataLicense: chosenDataLicense(options),
    operatorPort: options.operatorPort ?? null,
    requestsPerMinute: options.rateLimit,
    connectionsPerAddress: options.connectionsPerAddress,
    proxies: options.proxies,
    publicOrigin: options.publicOrigin ?? null,
    collect: {
      perMinute: options.collectPerMinute,
      perDay: options.collectPerDay,
      sitesPerDay: options.collectSitesPerDay,
      perSiteAndDay: options.collectPerSiteAndDay,
    },
    checks: box,
  }).catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, options) ?? error
  })
  console.log(`towline serves ${server.address}/ (API: ${server.address}/api/); Ctrl-C stops it`)
  if (server.operatorAddress !== null) console.log(`counts for Prometheus: ${server.operatorAddress}/metrics`)
  if (!interrupted.signal.aborted) await once(interrupted.signal, 'abort')
}

/** @throws CliError where checks would have nowhere to be stored */
function demandWritable({ acceptChecks, readOnly }: ServeOptions): void {
  if (acceptChecks !== undefined && readOnly === true)
    throw new CliError(
      EXIT.usage,
      '--accept-checks stores what it finds: it cannot be given with --read-only',
    )
}

/** @throws CliError where there is no built dashboard */
export async function demandDashboard(folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  await access(page).catch((error: unknown) => {
    throw new CliError(
      EXIT.noInput,
      `the dashboard is not built (no ${page}): run \`npm start\`, or \`npx vite build web\` and serve again`,
      { cause: error },
    )
  })
}

/** Says what is wrong with the address to listen on; null for any other error. */
function listenFailure(error: NodeJS.ErrnoException, options: ServeOptions): CliError | null {
  const { host, port, operatorPort } = options
  const { code, port: failed } = error as NodeJS.ErrnoException & { readonly port?: number }
  const ofOperator = failed !== port && failed !== undefined && failed === operatorPort
  switch (code) {
    case 'EADDRINUSE':
      return new CliError(
        EXIT.unavailable,
        ofOperator
          ? `port ${operatorPort} of 127.0.0.1 is in use: name another with --operator-port (0 for any free one)`
          : `port ${port} of ${host} is in use: name another with --port (0 for any free one)`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CliError(EXIT.usage, `${host} is no address of this machine: see --host`)
    case 'EACCES':
      return new CliError(
        EXIT.unavailable,
        ofOperator
          ? `port ${operatorPort} is not for everybody: take one from 1024 on with --operator-port`
          : `port ${port} is not for everybody: take one from 1024 on with --port`,
      )
    default:
      return null
  }
}

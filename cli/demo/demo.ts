import { join } from 'node:path'
import { Command } from 'commander'
import { cacheFolder, IS_CLONE } from '../../crawler/process/cache-folder.ts'
import { whyNoLink } from '../../lab/plan/network-lacks.ts'
import { EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { wholeNumber } from '../options/arguments.ts'
import { BUSY_LIMIT } from '../probe/probe-options.ts'
import { freshCrawlArguments, freshState } from './fresh-crawl.ts'
import { OwnCommand } from './own-command.ts'
import { lookAtMachine, waitForQuiet } from './quiet-machine.ts'
import { copyRecorded } from './recorded.ts'

interface DemoOptions {
  readonly port: number
  readonly host: string
  readonly folder: string
  readonly rounds: number
  readonly sites: number
  readonly recorded?: true
}

/** `towline demo`: shows recorded data at once, and crawls the sandbox meanwhile. */
export function demoCommand(): Command {
  return new Command('demo')
    .option('--port <port>', 'TCP port of the dashboard; 0 for any free one', wholeNumber(0, 65_535), 8080)
    .option('--host <address>', 'address that the dashboard listens on', '127.0.0.1')
    .option('--folder <folder>', 'where the data is kept', 'data')
    .option('--rounds <n>', 'loads of each site under each arm', wholeNumber(1, 1_000), 10)
    .option('--sites <n>', 'sites to load', wholeNumber(1, 100), 8)
    .option('--recorded', 'crawl nothing: serve the recorded data alone')
    .action(async (options: DemoOptions) => {
      process.exitCode = await demo(options)
    })
}

async function demo(options: DemoOptions): Promise<number> {
  // Ctrl-C is heard by the commands that are run, which share our terminal; they end first. A SIGTERM is sent to us alone.
  await using interrupt = untilInterrupted()
  const running = new Set<OwnCommand>()
  const passOn = (): void => {
    for (const command of running) command.stop('SIGTERM')
  }
  process.once('SIGTERM', passOn)
  try {
    return await serveAndCrawl(options, interrupt.signal, (argv) => start(argv, running))
  } finally {
    process.off('SIGTERM', passOn)
  }
}

/** Runs one of our own commands, which is in `running` until it has ended. */
function start(argv: readonly string[], running: Set<OwnCommand>): OwnCommand {
  const command = new OwnCommand(argv)
  running.add(command)
  void command.ended.finally(() => running.delete(command))
  return command
}

type Start = (argv: readonly string[]) => OwnCommand

async function serveAndCrawl(
  { port, host, folder, rounds, sites, recorded }: DemoOptions,
  signal: AbortSignal,
  startCommand: Start,
): Promise<number> {
  const database = join(folder, recorded === true ? 'recorded.sqlite' : 'demo.sqlite')
  await copyRecorded(database)
  const address = ['--port', String(port), '--host', host]
  const server = startCommand(['serve', '--database', database, '--recorded', ...address])
  // Its first line is the address; a crawl's progress would hide it.
  if (!(await server.printed())) return server.ended
  console.log('Its page Papers has what kept samples say of the studies of 2012 to 2015.')
  let crawl: OwnCommand | null = null
  const served = new AbortController()
  const crawling =
    recorded === true
      ? Promise.resolve()
      : crawlBeside({ database, rounds, sites }, AbortSignal.any([signal, served.signal]), (argv) => {
          crawl = startCommand(argv)
          return crawl
        })
  const code = await server.ended
  served.abort()
  // A signal to us has reached the crawl already, and a second one would end it at once.
  if (!signal.aborted) (crawl as OwnCommand | null)?.stop('SIGINT')
  await crawling
  return code
}

const SET_UP_LINK = IS_CLONE
  ? 'npm run setup -- link'
  : `bash ${join(import.meta.dirname, '../../scripts/setup-link.sh')}`

/** The crawl waits no longer for a quieter machine, milliseconds. */
const MOST_WAIT_MS = 60_000

/**
 * Crawls behind a link where one can be had at once, else without: nothing is built meanwhile. Says what came of it, and
 * what it waits for.
 */
async function crawlBeside(
  size: { readonly database: string; readonly rounds: number; readonly sites: number },
  signal: AbortSignal,
  startCommand: Start,
): Promise<void> {
  const state = await freshState(size.database)
  if (signal.aborted) return
  if (state === 'finished') {
    print(`${size.database} holds a finished crawl, which is shown (delete it for a new one)`)
    return
  }
  if (process.platform !== 'linux') {
    print('a fresh crawl needs network namespaces, which Linux alone has: recorded data alone')
    return
  }
  const link = await prepareCrawl(signal)
  if (link === null) return
  const run = (at: 'link' | 'none'): Promise<number> =>
    startCommand(freshCrawlArguments({ ...size, link: at, resume: state === 'started' })).ended
  let code = await run(link)
  if (link === 'link' && code === EXIT.unavailable && !signal.aborted) {
    print('no link can be emulated on this machine (see above): the crawl is made without delay')
    code = await run('none')
  }
  if (signal.aborted) return
  if (code === EXIT.ok)
    print('the fresh crawl is finished: reload the page to see it beside the recorded data')
  else if (code === EXIT.tempFail)
    print('the fresh crawl is unfinished: the machine is busy (see above); the next `demo` goes on with it')
  else if (code === EXIT.unavailable)
    print('no sandbox can be opened on this machine (see above): recorded data alone')
  else print(`the crawl failed (exit code ${code}): recorded data alone`)
}

/** Waits for a quiet machine; resolves to where the crawl is made, null where the demo was stopped meanwhile. */
async function prepareCrawl(signal: AbortSignal): Promise<'link' | 'none' | null> {
  try {
    const isThere = (await whyNoLink([], cacheFolder(), signal)) === null
    if (!isThere)
      print(
        `the crawl is made without an emulated link, which would have to be built first: \`${SET_UP_LINK}\` does that`,
      )
    await waitForQuiet({
      busyLimit: BUSY_LIMIT,
      mostMs: MOST_WAIT_MS,
      look: lookAtMachine,
      clock: () => performance.now(),
      say: print,
      signal,
    })
    return isThere ? 'link' : 'none'
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

function print(line: string): void {
  process.stderr.write(`demo: ${line}\n`)
}

import { join } from 'node:path'
import { Command } from 'commander'
import { EXIT } from '../exit/exit-codes.ts'
import { untilInterrupted } from '../exit/interrupt.ts'
import { wholeNumber } from '../options/arguments.ts'
import { freshCrawlArguments, freshState } from './fresh-crawl.ts'
import { OwnCommand } from './own-command.ts'
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
  let crawl: OwnCommand | null = null
  const crawling =
    recorded === true
      ? Promise.resolve()
      : crawlBeside({ database, rounds, sites }, signal, (argv) => {
          crawl = startCommand(argv)
          return crawl
        })
  const code = await server.ended
  // A signal to us has reached the crawl already, and a second one would end it at once.
  if (!signal.aborted) (crawl as OwnCommand | null)?.stop('SIGINT')
  await crawling
  return code
}

/** Crawls behind a link, or without one where the machine cannot emulate it; says what came of it. */
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
  const run = (link: 'link' | 'none'): Promise<number> =>
    startCommand(freshCrawlArguments({ ...size, link, resume: state === 'started' })).ended
  let code = await run('link')
  if (code === EXIT.unavailable && !signal.aborted) {
    print('no link can be emulated on this machine (see above): the crawl is made without delay')
    code = await run('none')
  }
  if (signal.aborted) return
  if (code === EXIT.ok)
    print('the fresh crawl is finished: reload the page to see it beside the recorded data')
  else if (code === EXIT.unavailable)
    print('no sandbox can be opened on this machine (see above): recorded data alone')
  else print(`the crawl failed (exit code ${code}): recorded data alone`)
}

function print(line: string): void {
  process.stderr.write(`demo: ${line}\n`)
}

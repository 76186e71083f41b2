import { openBrowser } from '../../crawler/probe/browser/browser.ts'
import type { Load, ProbeBrowser } from '../../crawler/probe/load/load.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { openRecordingFolder } from '../folder/write-recording.ts'
import { assemble } from './assemble.ts'
import { demandStatus, loadBodies, loadLine, SETTLE_MS } from './bodies-load.ts'
import type { SeenRequest } from './live-exchange.ts'
import type { RecordPageOptions } from './record-page-options.ts'

/**
 * Loads a page several times and writes what came to a folder: one load for everything but times, the others for times.
 * @throws RecordingError where the page may not be asked for, or does not load
 */
export async function recordPage(
  url: string,
  target: string,
  options: RecordPageOptions,
): Promise<Recording> {
  await using folder = await openRecordingFolder(target)
  const bodies = await loadBodies(url, folder, options)
  const all: Load[] = [bodies.load]
  await using times = await openTimesBrowser(bodies.seen, options)
  for (let ordinal = 1; ordinal < options.loads; ordinal += 1) {
    await options.pause()
    const { refused, signal, limits } = options
    const load = await times.load({ settleMs: SETTLE_MS, ...limits, url, refused, signal })
    signal.throwIfAborted()
    demandStatus(url, load)
    options.say(loadLine(ordinal, load))
    all.push(load)
  }
  const recording = await assemble(url, bodies, all, times.userAgent, folder, options)
  await folder.finish(recording)
  return recording
}

async function openTimesBrowser(
  seen: readonly SeenRequest[],
  options: RecordPageOptions,
): Promise<ProbeBrowser> {
  const hosts = new Set(seen.map(({ sent }) => new URL(sent.url).hostname))
  return await openBrowser({
    ...options.browser,
    arm: 'h3-altsvc',
    origins: { forced: [], privateRoot: options.privateRoot ? [...hosts] : [] },
    keyLog: false,
    signal: options.signal,
  })
}

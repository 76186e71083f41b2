import type { Recording } from '../../model/recording/recording.ts'
import { PageRecording } from './page-recording.ts'
import type { RecordPageOptions } from './record-page-options.ts'
import { TimesBrowser } from './times-browser.ts'

/**
 * Loads a page several times and writes what came to a folder: one load for everything but times, the others for times.
 * @throws RecordingError where the page may not be asked for, or does not load
 */
export async function recordPage(
  url: string,
  target: string,
  options: RecordPageOptions,
): Promise<Recording> {
  await using page = await PageRecording.begin(url, target, options)
  await using times = new TimesBrowser(options)
  while (page.loadsLeft > 0) {
    await options.pause()
    await page.takeLoad(times)
  }
  return await page.finish()
}

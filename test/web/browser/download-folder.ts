import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Protocol } from 'puppeteer'
import type { Visitor } from './visitor.ts'

/** A file that the browser was handed. */
export interface Download {
  /** As the page names it. */
  readonly name: string
  readonly path: string
  readonly bytes: Buffer
}

export interface DownloadFolder extends AsyncDisposable {
  /** Does something that hands the visitor a file, and waits for all of it. */
  take(act: () => Promise<unknown>): Promise<Download>
}

/** Where the visitor's downloads go; removed when disposed of. */
export async function openDownloadFolder(
  browser: Browser,
  { context }: Pick<Visitor, 'context'>,
): Promise<DownloadFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-downloads-'))
  const control = await browser.target().createCDPSession()
  await control.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: folder,
    eventsEnabled: true,
    ...(context.id === undefined ? {} : { browserContextId: context.id }),
  })
  return {
    async take(act) {
      let own = ''
      const started = new Promise<Protocol.Browser.DownloadWillBeginEvent>((resolve) => {
        control.once('Browser.downloadWillBegin', (event) => {
          own = event.guid
          resolve(event)
        })
      })
      const ended = new Promise<Protocol.Browser.DownloadProgressEvent>((resolve) => {
        const hear = (event: Protocol.Browser.DownloadProgressEvent): void => {
          if (event.guid !== own || event.state === 'inProgress') return
          control.off('Browser.downloadProgress', hear)
          resolve(event)
        }
        control.on('Browser.downloadProgress', hear)
      })
      await act()
      const { guid, suggestedFilename } = await started
      const { state } = await ended
      if (state !== 'completed') throw new Error(`the download of ${suggestedFilename} was ${state}`)
      const path = join(folder, guid)
      return { name: suggestedFilename, path, bytes: await readFile(path) }
    },
    async [Symbol.asyncDispose]() {
      await control.detach()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordPageOptions } from '../../../record/live/record-page-options.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { findCaddy } from '../../servers/caddy.ts'
import { type KeyPair, makeAuthority } from '../../servers/certificates.ts'
import { type HardSite, startHardSite } from './hard-site.ts'
import { recordOptions, trusting } from './record-options.ts'

const caddy = findCaddy()

/** Why the hard site cannot be recorded here; false where it can. */
export const noRecorder =
  noBrowser || (caddy === null ? 'there is no caddy: run scripts/setup.sh sandbox' : false)

/** A hard site, and a folder for recordings of its pages. */
export interface HardRecorder extends AsyncDisposable {
  readonly site: HardSite
  readonly pair: KeyPair
  readonly folder: string
  options(more?: Partial<RecordPageOptions>): RecordPageOptions
}

export async function hardRecorder(): Promise<HardRecorder> {
  const authority = makeAuthority()
  const hosts = ['h1', 'h2', 'h3'].map((name) => `DNS:${name}.pages.test`)
  const pair = authority.leaf({ altNames: hosts.join(',') })
  const folder = await mkdtemp(join(tmpdir(), 'towline-record-'))
  await writeFile(join(folder, 'ca.pem'), authority.ca)
  const site = await startHardSite(caddy ?? '', folder, pair)
  return {
    site,
    pair,
    folder,
    options: (more = {}) =>
      recordOptions({ loads: 3, robotsToken: 'towline', browser: trusting(folder, site.switches), ...more }),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

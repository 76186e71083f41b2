import { readdir } from 'node:fs/promises'
import { verifyRecording } from '../folder/verify-recording.ts'
import { recordedUrl } from '../recorded-url.ts'
import { RecordingError } from '../recording-error.ts'
import type { SiteToRecord } from './site-to-record.ts'

export interface SitesLeft {
  readonly left: readonly SiteToRecord[]
  /** Sites whose recordings are whole, every checksum compared. */
  readonly complete: readonly SiteToRecord[]
  /** Sites whose folders hold something else; nothing of it is touched. */
  readonly damaged: readonly { readonly site: SiteToRecord; readonly why: string }[]
}

/** Says which sites are still to be recorded. What a killed run left half-written has another name, and counts as nothing. */
export async function sitesLeft(sites: readonly SiteToRecord[]): Promise<SitesLeft> {
  const left: SiteToRecord[] = []
  const complete: SiteToRecord[] = []
  const damaged: { site: SiteToRecord; why: string }[] = []
  for (const site of sites) {
    const why = (await isEmpty(site.folder)) ? null : await whyIncomplete(site)
    if (why === null) left.push(site)
    else if (why === '') complete.push(site)
    else damaged.push({ site, why })
  }
  return { left, complete, damaged }
}

/** Empty: it is complete. */
async function whyIncomplete({ folder, url }: SiteToRecord): Promise<string> {
  try {
    const { pageUrl } = await verifyRecording(folder)
    return pageUrl === recordedUrl(url) ? '' : `${folder} is a recording of another page (${pageUrl})`
  } catch (error) {
    if (error instanceof RecordingError) return error.message
    throw error
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return true
    if (code === 'ENOTDIR') return false
    throw error
  }
}

import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import type { PageFile } from '../../lab/plan/plan-of-files.ts'
import { recordedLink } from '../../lab/replay/recorded-link.ts'
import { RECORDING_JSON } from '../../model/recording/names.ts'
import { verifyRecording } from '../../record/folder/verify-recording.ts'
import { SETBACK_LOG } from '../../record/many/setback-log.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'

/**
 * The recordings in these folders, every file compared with its checksum, over the links given: where there are none,
 * each over the link that it was recorded behind.
 * @throws RecordingError, CliError for the first that cannot be replayed
 */
export async function replayedRecordings(
  folders: readonly string[],
  links: readonly LinkCondition[],
): Promise<PageFile[]> {
  const seen = new Set<string>()
  const recordings: PageFile[] = []
  for (const name of folders) {
    // `recordings/*` finds the log that lies beside recordings of a survey.
    if (basename(name) === SETBACK_LOG) continue
    const folder = resolve(name)
    if (seen.has(folder)) throw new CliError(EXIT.usage, `${name} is given twice`)
    seen.add(folder)
    await demandFolder(name)
    const recording = await verifyRecording(folder)
    const own = links.length > 0 ? null : recordedLink(recording)
    if (links.length === 0 && own === null)
      throw new CliError(
        EXIT.usage,
        `${name} does not say over which link it was recorded: give one, such as --link profile=webpagetest-4g`,
      )
    recordings.push({ path: folder, links: own === null ? links : [own] })
  }
  if (recordings.length === 0) throw new CliError(EXIT.usage, 'none of the folders is a recording')
  return recordings
}

/** A pattern of the shell finds more than recordings. @throws CliError */
async function demandFolder(name: string): Promise<void> {
  const isThere = async (path: string): Promise<boolean> => {
    try {
      await stat(path)
      return true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return false
      throw error
    }
  }
  if (!(await isThere(name))) throw new CliError(EXIT.noInput, `${name}: no such folder`)
  if (await isThere(`${name}/${RECORDING_JSON}`)) return
  throw new CliError(
    EXIT.noInput,
    `${name}: no recording (there is no ${RECORDING_JSON} in it): towline record makes one`,
  )
}

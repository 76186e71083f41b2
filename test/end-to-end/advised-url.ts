import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AdviceDocument, adviceSchema } from '../../advise/advice-document.ts'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import { networkOf, probeFolder } from './probe/probe-folder.ts'

export interface AdvisedUrl {
  readonly code: number | null
  readonly stderr: string
  /** Null: there is none. */
  readonly advice: AdviceDocument | null
  readonly hasReport: boolean
  readonly isRecorded: boolean
}

/** Advises on a home page, named by its host, in a sandbox that is open. */
export async function adviseIn(sandbox: Sandbox, url: string): Promise<AdvisedUrl> {
  await using folder = await probeFolder()
  const own = [
    '--folder',
    folder.path,
    '--cache',
    folder.cache,
    '--networks=3g',
    '--minutes=1',
    '--busy-limit=1',
  ]
  const run = folder.start(['advise', url, ...own, ...networkOf(sandbox)], (argv) => sandbox.command(argv))
  const { code } = await run.ended
  const made = join(folder.path, url)
  const json = join(made, 'advice.json')
  return {
    code,
    stderr: run.stderr(),
    advice: existsSync(json) ? adviceSchema.parse(JSON.parse(await readFile(json, 'utf8'))) : null,
    hasReport: existsSync(join(made, 'report.html')),
    isRecorded: existsSync(join(made, 'recording')),
  }
}

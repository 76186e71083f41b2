import type { Sandbox } from '../../../lab/sandbox/open.ts'
import { type RunFolder, runFolder, type TowlineRun } from '../../cli/run-folder.ts'

export type ProbeRun = TowlineRun

/** A folder for campaigns that nobody else uses. */
export interface ProbeFolder extends RunFolder {
  /** `towline probe`, in a sandbox of its own that it opens. */
  probe(flags: readonly string[]): ProbeRun
  /** The same in the client's namespace of a sandbox that is open already. */
  probeIn(sandbox: Sandbox, flags: readonly string[]): ProbeRun
}

export async function probeFolder(): Promise<ProbeFolder> {
  const folder = await runFolder()
  const own = ['--pause', '1ms', '--busy-limit', '1', '--database', folder.database, '--cache', folder.cache]
  return {
    ...folder,
    probe: (flags) => folder.start(['probe', ...own, '--sandbox', ...flags]),
    probeIn: (sandbox, flags) =>
      folder.start(['probe', ...own, ...networkOf(sandbox), ...flags], (argv) => sandbox.command(argv)),
  }
}

/** The options by which a command finds its way in a sandbox, as `--sandbox` gives them. */
export function networkOf(sandbox: Sandbox): string[] {
  return [
    '--resolver',
    sandbox.resolver,
    '--ca',
    sandbox.caFile,
    '--allow-address',
    sandbox.allowCidrs.join(','),
    '--h3-canary',
    'none',
  ]
}

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = ['cli', 'crawler', 'db', 'fleet', 'har', 'lab', 'model', 'record', 'server', 'stats']
const CALL = /(?<![\w.#])(?:readFile|readFileSync|open|openSync|openAsBlob|createReadStream)\(/g

/** Why a file is read by something else than `crawler/files/`, and how often. A stranger's file is none of these. */
const REASONS: Readonly<Record<string, readonly [calls: number, why: string]>> = {
  'crawler/files/read-file.ts': [1, 'the one way to read the file of a stranger'],
  'crawler/files/read-file-sync.ts': [1, 'the same, where a parser waits for no file'],

  'crawler/probe/packets/capture-interface.ts': [1, 'of the kernel: /proc'],
  'crawler/probe/browser/egress-filter.ts': [1, 'of the kernel: /proc'],
  'crawler/process/browser-user.ts': [1, 'of the kernel: /proc'],
  'crawler/process/group-members.ts': [1, 'of the kernel: /proc'],
  'crawler/process/process-group.ts': [1, 'of the kernel: /proc'],
  'crawler/process/run-owner.ts': [2, 'of the kernel: /proc'],
  'cli/prepare/machine-facts.ts': [1, 'of the kernel: /proc'],
  'cli/worker/oom-kills.ts': [1, 'of the kernel: /sys'],
  'lab/load/cores/core-times.ts': [1, 'of the kernel: /proc'],
  'lab/load/cores/pinned-cores.ts': [2, 'of the kernel: /proc, /sys'],
  'lab/load/meter/socket-counts.ts': [1, 'of the kernel: /proc'],
  'lab/load/plan/load-lacks.ts': [1, 'of the kernel: /proc'],
  'lab/process/bound-sockets.ts': [1, 'of the kernel: /proc'],
  'lab/process/congestion-controls.ts': [1, 'of the kernel: /proc'],
  'lab/link/backend/rattan.ts': [2, 'of the kernel: network namespaces'],

  'crawler/probe/browser/known-user-agents.ts': [1, 'written by towline: its cache'],
  'crawler/probe/packets/keys.ts': [1, 'written by the browser of this load, in a folder of ours'],
  'crawler/probe/packets/tshark-process.ts': [2, 'a new file without a name'],
  'crawler/list/tranco.ts': [2, 'written by towline: its cache; the list itself is read by crawler/files'],
  'lab/graph/replay/open-graph-browser.ts': [1, 'the order of the process that started this one'],
  'lab/sandbox/server/read-access-log.ts': [1, 'the log of a server of ours'],
  'lab/sandbox/site/certificates.ts': [1, 'code of towline'],
  'lab/sandbox/zoo/key-log.ts': [2, 'a key log of a connection of ours'],
  'lab/sandbox/zoo/main.ts': [1, 'the order of the process that started this one'],
  'lab/sandbox/zoo/serve-tcp.ts': [2, 'certificates of the sandbox'],
  'lab/sandbox/zoo/serve-udp.ts': [2, 'certificates of the sandbox'],
  'lab/sandbox/hard/listen-hard.ts': [2, 'certificates of the sandbox'],
  'lab/process/find-program.ts': [2, 'code of towline'],
  'lab/process/server-process.ts': [2, 'the log of a server of ours'],
  'lab/process/supervisor/run-folder.ts': [2, 'of the kernel: /proc; the state of a run of ours'],
  'lab/resolver/main.ts': [1, 'the order of the process that started this one'],
  'lab/run/lane.ts': [1, 'the log of a server of ours'],
  'record/netlog/netlog-events.ts': [2, 'written by the browser of this load, in a folder of ours'],
  'record/coding/decoded-digest.ts': [2, 'a body that towline has just written'],
  'record/folder/folder-lock.ts': [1, 'a lock that towline has written'],
  'record/many/setback-log.ts': [2, 'a log that towline has written, in the folder that the user records to'],
  'db/connection/until-descriptors.ts': [1, 'the null device'],
  'cli/check/check-style.ts': [1, 'style sheets of towline'],
  'cli/data/limits-page.ts': [1, 'code of towline'],
  'cli/export/answer-writer.ts': [1, 'written by this export'],
  'cli/export/static-folder.ts': [1, 'written by an export'],
  'cli/export/static-pages.ts': [2, 'of the built dashboard'],
  'server/app/dashboard.ts': [1, 'of the built dashboard'],
  'server/app/embed.ts': [1, 'of the built dashboard'],
  'server/http/page-frame.ts': [1, 'of the built dashboard'],
  'cli/advise/advise-state.ts': [1, 'written by an earlier run of the command, in its folder'],
  'cli/advise/run-advise.ts': [1, 'written by this run'],
  'cli/papers/changing-decisions.ts': [1, 'decisions of towline'],
  'cli/papers/figure-svg.ts': [2, 'style sheets of towline'],
  'lab/origin/read-connections.ts': [1, 'the log of a server of ours'],
  'cli/papers/papers-report.ts': [1, 'a page of towline'],
  'cli/papers/read-kept-runs.ts': [2, 'results that come with towline'],
  'server/routes/papers.ts': [1, 'results that come with towline'],
  'cli/release/csv-file.ts': [1, 'written by this release'],
  'cli/release/data-files.ts': [1, 'written by this release'],

  'crawler/quic/trusted-roots.ts': [1, 'of --ca, which was read by crawler/files before'],
  'db/connection/sqlite.ts': [1, 'a new database; SQLite reads it, after it was seen to be a plain file'],
  'db/maintenance/restore.ts': [1, 'written by this restore'],
}

/** Calls of the functions that read files, by file. */
function fileCalls(): Record<string, number> {
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  )
  const counted = names.map((name) => {
    const code = readFileSync(join(ROOT, name), 'utf8').replaceAll(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '')
    if (!/from 'node:fs(?:\/promises)?'/.test(code)) return [name, 0] as const
    assert.doesNotMatch(code, /import (?:\w+|\* as \w+) from 'node:fs/, `${name}: import functions by name`)
    return [name, [...code.matchAll(CALL)].length] as const
  })
  return Object.fromEntries(counted.filter(([, count]) => count > 0))
}

test('every call that opens a file is known, with why it is no stranger’s', () => {
  const known = Object.fromEntries(Object.entries(REASONS).map(([name, [calls]]) => [name, calls]))
  assert.deepEqual(fileCalls(), known)
})

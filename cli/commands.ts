import type { CommandTable } from './options/command-table.ts'

export const COMMANDS: CommandTable = [
  {
    usage: 'check [options] <page>',
    description:
      'Check one page, by its URL or the name of its site: which protocols it speaks, and what HTTP/2 and ' +
      'HTTP/3 gain it here. Surveys it, loads it several times in Chromium under each protocol in turn, and ' +
      'writes one HTML page and a database for its site alone. Takes about a minute.',
    load: async () => (await import('./check/check.ts')).checkCommand,
  },
  {
    usage: 'advise [options] <page>',
    description:
      'What HTTP/2 and HTTP/3 would gain one page over networks that visitors have, and what its owner should change: ' +
      'checks and records it, replays the recording, also changed, and writes a report. Takes some 15 minutes.',
    load: async () => (await import('./advise/advise.ts')).adviseCommand,
  },
  {
    usage: 'crawl [options]',
    description:
      'Survey a ranked list (who speaks HTTP/1.1, HTTP/2, HTTP/3), select sites, and load these ' +
      'repeatedly.',
    load: async () => (await import('./probe/crawl.ts')).crawlCommand,
  },
  {
    usage: 'probe [options]',
    description:
      'Load sites repeatedly in Chromium, under each protocol setting in turn, and compare the loads.',
    load: async () => (await import('./probe/probe.ts')).probeCommand,
  },
  {
    usage: 'follow [options]',
    description: 'Repeat the survey of a list by schedule, so that adoption can be followed over time.',
    load: async () => (await import('./follow/follow.ts')).followCommand,
  },
  {
    usage: 'survey',
    description: 'What surveys found: sites, adoption, changes between two.',
    group: async () => (await import('./survey/survey.ts')).SURVEY_COMMANDS,
  },
  {
    usage: 'select [options]',
    description:
      'Select sites that serve given protocols, one for each online presence, and say why others were ' +
      'passed over.',
    load: async () => (await import('./survey/select.ts')).selectCommand,
  },
  {
    usage: 'campaign',
    description: 'What probing found: gains with their intervals.',
    group: async () => (await import('./probe/campaign.ts')).CAMPAIGN_COMMANDS,
  },
  {
    usage: 'samples',
    description: 'The samples of a campaign, one by one.',
    group: async () => (await import('./probe/samples.ts')).SAMPLES_COMMANDS,
  },
  {
    usage: 'sites',
    description: 'What the probed sites are made of.',
    group: async () => (await import('./probe/sites.ts')).SITES_COMMANDS,
  },
  {
    usage: 'figure [options] [name] [number]',
    description:
      'A figure of a campaign, survey or lab run as the dashboard shows it; without a name the list.',
    load: async () => (await import('./data/figure.ts')).figureCommand,
  },
  {
    usage: 'recompute [options]',
    description: 'Recompute the metrics of a campaign from its stored artifacts; no page is loaded.',
    load: async () => (await import('./probe/recompute.ts')).recomputeCommand,
  },
  {
    usage: 'tables',
    description: 'Tables as the papers print them, from a file of medians.',
    group: async () => (await import('./lab/tables.ts')).TABLES_COMMANDS,
  },
  {
    usage: 'papers [options] [id]',
    description:
      'What papers say of SPDY, and what kept samples of HTTP/2 and HTTP/3 say of it: each verdict with the figure that ' +
      'decides it, computed anew. `papers keep` keeps the samples of a lab run or load run.',
    load: async () => (await import('./papers/papers.ts')).papersCommand,
  },
  {
    usage: 'serve [options]',
    description:
      'Serves the dashboard and the API from the database, and takes contributions for studies that ' +
      'are open.',
    load: async () => (await import('./data/serve.ts')).serveCommand,
  },
  {
    usage: 'export [options]',
    description: 'Writes the dashboard of the database as files that any web server or object store serves.',
    load: async () => (await import('./export/export.ts')).exportCommand,
  },
  {
    usage: 'release [options]',
    description:
      'Writes what is finished in the database as a public data set: Parquet, CSV, schemas, queries.',
    load: async () => (await import('./release/release.ts')).releaseCommand,
  },
  {
    usage: 'demo [options]',
    description:
      'Serves recorded data at once and crawls the sandbox meanwhile (survey, selection, a few rounds ' +
      'of probing), which then stands beside it: behind an emulated link where the machine can emulate ' +
      'one. What was crawled is kept and not crawled twice.',
    load: async () => (await import('./demo/demo.ts')).demoCommand,
  },
  {
    usage: 'lab',
    description: 'Pages on real servers behind an emulated link, swept over the factors of a plan.',
    group: async () => (await import('./lab/lab.ts')).LAB_COMMANDS,
  },
  {
    usage: 'load',
    description: 'What a protocol costs the server: users ramped over a page, errors, CPU and memory.',
    group: async () => (await import('./load/load.ts')).LOAD_COMMANDS,
  },
  {
    usage: 'record [options] [source]',
    description:
      'Record a page with all that it asks for: bodies as they were sent, hosts, certificates, and the ' +
      'times of several loads. Or many pages, selected from a survey.',
    load: async () => (await import('./record/record.ts')).recordCommand,
  },
  {
    usage: 'replay [options] <folders...>',
    description:
      'Loads recorded pages over an emulated link under HTTP/1.1, HTTP/2 and HTTP/3, on a server of ' +
      'this machine that gives what was recorded. What is measured stays; --resume continues.',
    load: async () => (await import('./replay/replay.ts')).replayCommand,
  },
  {
    usage: 'graph',
    description: 'A page load as a graph: what it fetched and computed, and what waited for what.',
    group: async () => (await import('./graph/graph.ts')).GRAPH_COMMANDS,
  },
  {
    usage: 'contributions',
    description: 'What volunteers contribute: studies, invites, weekly releases, deletion.',
    group: async () => (await import('./field/contributions.ts')).CONTRIBUTIONS_COMMANDS,
  },
  {
    usage: 'worker [options]',
    description:
      'Measures from this machine what `jobs add` asks for, together with any number of other workers ' +
      'on the same PostgreSQL database. SIGTERM or Ctrl-C ends it when the jobs under way are done; a ' +
      'second one at once.',
    load: async () => (await import('./fleet/worker.ts')).workerCommand,
  },
  {
    usage: 'jobs',
    description: 'Work for the workers that share a PostgreSQL database: surveys, campaigns, replays.',
    group: async () => (await import('./fleet/jobs.ts')).JOBS_COMMANDS,
  },
  {
    usage: 'vantage',
    description: 'The vantage points that workers measure from.',
    group: async () => (await import('./fleet/vantage.ts')).VANTAGE_COMMANDS,
  },
  {
    usage: 'backup [options] [file]',
    description:
      'Copies the database while it is in use, then reads all of the copy: integrity, references, ' +
      'rows. Never overwrites a file.',
    load: async () => (await import('./data/backup.ts')).backupCommand,
  },
  {
    usage: 'restore [options] <file>',
    description: 'Reads all of a backup, and puts a copy of it in place of the database.',
    load: async () => (await import('./data/restore.ts')).restoreCommand,
  },
  {
    usage: 'sandbox',
    description: 'A small internet on this machine, with known truth.',
    group: async () => (await import('./prepare/sandbox.ts')).SANDBOX_COMMANDS,
  },
]

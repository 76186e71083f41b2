/** What the contenders are compared in: ALPN and one GET, on loopback or as on the internet, or all that each can find out. */
export type Discipline = 'alpn-and-get' | 'everything' | 'internet'

/** Sites that every contender visits at once. */
export const AT_ONCE = 200

/** Where one run of a contender finds and leaves its things. */
export interface SurveyJob {
  /** One host a line, the same file for all contenders of a discipline. */
  readonly hostsFile: string
  /** Address of the sandbox's DNS server. */
  readonly resolver: string
  /** PEM file of the sandbox's root. */
  readonly caFile: string
  /** The sandbox's address ranges, which no survey of the internet would connect to. */
  readonly allowCidrs: readonly string[]
  /** An empty folder of its own. */
  readonly folder: string
  /** Its standard output goes here. */
  readonly stdoutFile: string
}

/** Hosts in a contender's output. */
export interface Found {
  /** With a line of any kind: an answer or a named failure. */
  readonly lines: ReadonlySet<string>
  /** Whose line says that an HTTP response came (of the bare handshake: that it ended well). */
  readonly answered: ReadonlySet<string>
  /** By host why it gave no answer, where the contender says so by codes of our own. */
  readonly failures?: ReadonlyMap<string, string | null>
}

/** One program with its flags, in one discipline. */
export interface SurveyContender {
  /** Unique within its discipline. */
  readonly name: string
  readonly discipline: Discipline
  /** One line: what it does and what it writes. */
  readonly about: string
  /** The program to look for on the PATH; null where it comes with the project. */
  readonly program: string | null
  /** The command line of one run, without the program where `program` names it. */
  argv(job: SurveyJob): readonly string[]
  read(job: SurveyJob): Promise<Found>
}

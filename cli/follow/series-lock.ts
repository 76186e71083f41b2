import { isDead, ownerText, runOwner } from '../../crawler/process/run-owner.ts'
import type { Database } from '../../db/connection/database.ts'
import { acquireSeries, releaseSeries, renewSeries } from '../../db/survey/series-leases.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'

/** Another process makes the survey of this series. */
export class SeriesHeld extends CliError {
  override readonly name = 'SeriesHeld'

  constructor(message: string) {
    super(EXIT.tempFail, message)
  }
}

const LEASE_MS = 60_000

/**
 * Does the work while no other process does it for the same series. Its signal is aborted where another one has taken the
 * series over, since this one, a machine that slept, did not renew its lease in time.
 * @throws SeriesHeld
 */
export async function withSeriesLock<T>(
  db: Database,
  series: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  using owner = runOwner()
  const lease = { series, owner: owner.name, leaseMs: LEASE_MS }
  const holder = await acquireSeries(db, lease, isDead)
  if (holder !== null) throw new SeriesHeld(`another towline makes this survey (${ownerText(holder)})`)
  const lost = new AbortController()
  const renew = async (): Promise<void> => {
    if (!(await renewSeries(db, lease))) lost.abort()
  }
  // A database that is busy or away is asked again: the lease outlasts two renewals.
  const renewing = setInterval(() => void renew().catch(() => undefined), LEASE_MS / 3)
  try {
    const value = await work(lost.signal)
    if (lost.signal.aborted) throw new SeriesHeld('another towline has taken this survey over')
    return value
  } finally {
    clearInterval(renewing)
    // A lease that cannot be given back runs out.
    await releaseSeries(db, lease).catch(() => undefined)
  }
}

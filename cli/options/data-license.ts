import { Option } from 'commander'
import { DATA_LICENSE_IDS, type DataLicenseId, DEFAULT_DATA_LICENSE } from '../../model/data-license.ts'

const NONE = 'none'

export interface DataLicenseOptions {
  readonly dataLicense: DataLicenseId | typeof NONE
}

/** Measurements belong to whoever made them: they say under which terms others may use them. */
export function dataLicenseOption(): Option {
  return new Option('--data-license <id>', 'terms under which others may use the published data')
    .choices([...DATA_LICENSE_IDS, NONE])
    .default(DEFAULT_DATA_LICENSE)
}

/** Returns null where none is granted. */
export function chosenDataLicense({ dataLicense }: DataLicenseOptions): DataLicenseId | null {
  return dataLicense === NONE ? null : dataLicense
}

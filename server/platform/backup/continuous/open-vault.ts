import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { createFolderVault } from './folder-vault.ts'
import type { Vault } from './vault.ts'

/** @param place a folder, or `s3://BUCKET` or `s3://BUCKET/PATH` with S3_* for the rest */
export async function openVault(place: string, config: Config): Promise<Vault> {
  const named = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place)
  if (!named) return createFolderVault(resolve(place))
  const { createS3Vault } = await import('./s3-vault.ts')
  return createS3Vault(config, named[1]!, named[2]!)
}

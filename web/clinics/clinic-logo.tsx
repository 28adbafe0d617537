import { IconBuilding } from '../shared/icons.tsx'
import styles from './clinics.module.css'

interface ClinicLogoProps {
  /** null: shown as a house */
  readonly url: string | null
  readonly size: 'small' | 'large'
  readonly onFault?: () => void
}

/** Beside the name, which says the same in words. */
export function ClinicLogo({ url, size, onFault }: ClinicLogoProps) {
  return (
    <span className={styles.clinicLogo} data-size={size} data-empty={url === null}>
      {url === null ? (
        <IconBuilding size={size === 'large' ? 28 : 18} stroke={1.5} aria-hidden />
      ) : (
        <img src={url} alt="" loading="lazy" onError={onFault} />
      )}
    </span>
  )
}

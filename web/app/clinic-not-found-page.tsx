import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { getHost, portalAddress } from '../shared/host.ts'
import styles from './not-found-page.module.css'

/** Shown at the sub-domain of an unknown clinic, with a link to the portal's own address (SH-12). */
export function ClinicNotFoundPage() {
  const subDomain = getHost().sub_domain
  const sub_domain = subDomain?.slug
  return (
    <main className={styles.notFound}>
      <h1>{sub_domain && sub_domain !== '404' ? m.clinic_unknown({ sub_domain }) : m.clinic_unknown_any()}</h1>
      <p>{m.app_clinic_unknown_help()}</p>
      <p>
        {subDomain ? (
          <a href={portalAddress(location, subDomain.slug)}>{m.app_go_to_portal()}</a>
        ) : (
          <Link to="/">{m.app_go_to_start()}</Link>
        )}
      </p>
    </main>
  )
}

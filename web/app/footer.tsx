import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { Link, useLocation } from '@tanstack/react-router'
import { useSettings } from '../shared/settings.ts'
import { supportAddress } from '../shared/support.ts'

/** Version, Privacy Policy and Support below every page (SH-1). */
export function Footer() {
  const { portalVersion } = useSettings()
  // The mail names the open page.
  useLocation()
  return (
    <footer className="shell-foot">
      <span>{m.common_observation_notice()}</span>
      <span className="shell-foot-links">
        <span>{m.app_version({ product: productName, version: portalVersion })}</span>
        <Link to="/pp">{m.common_privacy_policy()}</Link>
        <a href={supportAddress()}>{m.common_support()}</a>
      </span>
    </footer>
  )
}

import { m } from '@eupnea/texts'
import { Modal, Switch } from '@mantine/core'
import { saveSettings, useSettings } from '../shared/settings.ts'
import styles from './keys-dialog.module.css'
import { isMac } from './search-button.tsx'

/** The keys that act, and the switch for those that need no Ctrl (EA-1). */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { areSingleKeysOn } = useSettings()
  const keys = [
    { key: isMac() ? m.search_key_command() : m.search_key_control(), text: m.search_keys_everywhere() },
    ...(areSingleKeysOn
      ? [
          { key: '/', text: m.search_keys_here() },
          { key: '?', text: m.search_keys_overview() },
        ]
      : []),
    { key: m.search_key_arrows(), text: m.search_keys_choose() },
    { key: m.search_key_escape(), text: m.search_keys_close() },
  ]
  return (
    <Modal opened onClose={onClose} title={m.search_keys_title()}>
      <dl className={styles.keysList}>
        {keys.map(({ key, text }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="md"
        label={m.search_keys_single()}
        description={m.search_keys_single_help()}
        checked={areSingleKeysOn}
        onChange={(event) => saveSettings({ areSingleKeysOn: event.currentTarget.checked })}
      />
    </Modal>
  )
}

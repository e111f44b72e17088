// Why there is no connection, and the page that is shown while the server is unreachable.
import { speaker } from '../base/i18n';

export const en = {
  'net.crowd': 'Many people are starting.',
  'net.pause': 'This goes on by itself in {n} s.',
  'net.replaced': 'This game is open in another window and continues there.',
  'net.kicked': 'The host removed you from this game.',
  'net.watch': 'Watch',
  'net.takeBack': 'Continue here',
  'net.setAside': 'This room has an error and is stopped until the operator has looked at it. The game is saved.',
  'net.closed': 'The host has closed this room.',
  'net.refused': 'The server refused the connection.',
  'net.retry': 'Try again',
  'net.draining': 'The server is about to restart. Your game will continue.',
  'net.history': 'The server was reset to an earlier point of this game. You now see the game as it is.',
  'away.title': 'The server cannot be reached',
  'away.why': 'Check your connection. This page keeps trying, and goes on by itself as soon as the server answers.',
  'away.again': 'Try again',
  'away.trying': 'Trying …',
  'away.still': 'No answer yet. The next try comes by itself.',
  'away.notYet': 'Not connected yet',
  'cause.away': 'The server cannot be reached. Check your connection.',
  'cause.proxy':
    'The server answers, but something on the way does not let WebSockets through. Try another network, or turn off a VPN or a filter. If this is your own server, its proxy must pass on the Upgrade header.',
  'cause.connections': 'Too many connections are open from your network. Close other windows of this site.',
  'cause.joins': 'Too many connections were opened from your network. The next try comes in a moment.',
  'cause.guests': 'Too many new players came from your network at once. The next try comes in a moment.',
  'cause.full': 'This room is full. You are let in as soon as somebody leaves.',
  'cause.busy': 'The server is busy. The next try comes in a moment.',
  'away.noCode': 'A part of this page could not be loaded. Please reload it.',
};

export const ja: Record<keyof typeof en, string> = {
  'net.crowd': '参加が集中しています。',
  'net.pause': '{n}秒後に自動で続けます。',
  'net.replaced': 'この対局は別のウィンドウで開かれ、そちらで続いています。',
  'net.kicked': 'ホストがあなたを退席させました。',
  'net.watch': '観戦する',
  'net.takeBack': 'この画面で続ける',
  'net.setAside': 'このルームは問題が起きたため停止中です。運営者が確認するまでお待ちください。対局は保存されています。',
  'net.closed': 'このルームはホストが閉じました。',
  'net.refused': 'サーバーに接続を拒否されました。',
  'net.retry': 'もう一度試す',
  'net.draining': 'サーバーがまもなく再起動します。対局はそのあと続けられます。',
  'net.history': 'サーバーが復元され、対局が以前の時点に戻りました。現在の状態を表示しています。',
  'away.title': 'サーバーに接続できません',
  'away.why': '通信の状態をお確かめください。このページは自動で接続を試し続け、サーバーから応答があればそのまま先へ進みます。',
  'away.again': 'もう一度試す',
  'away.trying': '接続しています…',
  'away.still': 'まだ応答がありません。自動でもう一度試します。',
  'away.notYet': 'まだ接続できていません',
  'cause.away': 'サーバーに接続できません。通信の状態をお確かめください。',
  'cause.proxy':
    'サーバーから応答はありますが、途中でWebSocketの通信が止められています。別のネットワークに切り替えるか、VPNやフィルターをオフにしてお試しください。ご自分のサーバーの場合は、プロキシでUpgradeヘッダーを通してください。',
  'cause.connections': 'お使いのネットワークからの接続が多すぎます。このサイトを開いているほかのウィンドウを閉じてください。',
  'cause.joins': 'お使いのネットワークから短い間に多くの接続がありました。少し待ってから、自動でもう一度試します。',
  'cause.guests': 'お使いのネットワークから一度に多くの人が参加しました。少し待ってから、自動でもう一度試します。',
  'cause.full': 'このルームは満員です。だれかが出ると、自動で入れます。',
  'cause.busy': 'サーバーが混み合っています。少し待ってから、自動でもう一度試します。',
  'away.noCode': 'ページの一部を読み込めませんでした。ページを再読み込みしてください。',
};

export const { t } = speaker({ en, ja });

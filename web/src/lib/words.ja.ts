import type en from './words.en';

const ja: Record<keyof typeof en, string> = {
  seatN: '北', seatE: '東', seatS: '南', seatW: '西',
  suitS: 'スペード', suitH: 'ハート', suitD: 'ダイヤ', suitC: 'クラブ',
  noTrump: 'ノートランプ',
  rankA: 'エース', rankK: 'キング', rankQ: 'クイーン', rankJ: 'ジャック',
  cardName: '{suit}の{rank}',
  pass: 'パス', double: 'ダブル', redouble: 'リダブル',
  atLeast: '{n}以上', atMost: '{n}以下', points: '{range}点', balanced: 'バランス', length: '{suit} {range}枚',
  forcingRound: 'フォーシング', forcingGame: 'ゲームフォース', inviting: 'インビテーション', toPlay: 'サインオフ',
  anyHand: 'どんな手でも', comma: '、',

  tagline: '隠れた手を読み、先を読む',
  skip: '本文へ',
  play: 'プレイ', analyse: '解析', problems: '問題', stories: 'なぜ？', bidding: 'ビディング', daihinmin: '大貧民',
  settings: '設定', language: 'English', fourColours: '四色デッキ', pace: 'ロボットの速さ',
  paceSlow: 'ゆっくり', paceNormal: 'ふつう', paceQuick: '速い',
  close: '閉じる', cancel: 'やめる', ok: 'OK', loading: 'お待ちください…',

  newBoard: '新しいボード', nextBoard: '次のボード', board: 'ボード {n}', dealer: 'ディーラー', vulnerable: 'バル',
  nobody: 'なし', everybody: '両方', you: 'あなた', robot: 'ロボット', watching: 'ロボット四人を観戦中',
  yourChair: 'あなたの席', watch: '観戦', level: 'ロボットの考慮時間', levelInstant: '即答', levelFast: '0.3秒',
  levelNormal: '1秒', levelStrong: '4秒', system: 'ビディングシステム', deals: '配り方', random: 'ランダム',
  pasted: '貼り付け', conditioned: '条件で', condition: 'ディーラー言語の条件',
  pasteHere: 'ディール（N:AKQ.…）または PBN・LIN の文', start: 'カードを配る', recent: '最近のボード',
  yourTurn: 'あなたの番です', yourTurnCall: 'コールしてください', yourTurnCard: 'カードを出してください', playDummy: 'ダミーから出してください',
  playPartner: '{seat}のカードを出してください', thinks: '{seat}が考えています…', auction: 'オークション', contract: 'コントラクト',
  tricks: 'トリック', trick: 'トリック {n}', passedOut: 'パスアウト', by: '{contract}（{seat}）',
  hint: 'ヒント', undo: '待った', claim: 'クレーム', claimTricks: 'クレームするトリック数（残り {n}）',
  claimRefused: 'ロボットは {n} トリックを認めません。', exportPbn: 'PBN で保存', exportLin: 'LIN で保存',
  hintCall: 'ロボットなら {call}', hintCard: 'ロボットなら {card}', why: 'なぜ？', link: 'このディールへのリンク',
  copied: 'コピーしました', made: 'メイク', over: '+{n}', down: '{n} ダウン', score: 'スコア', par: 'パー', result: '結果',
  ddTable: 'ダブルダミーのトリック数', says: '{seat}は{call}', plays: '{seat}は{card}',
  wonTrick: '{seat}のトリック', boardOver: 'ボード終了', meaningOf: '意味', alerted: 'アラート',
  hand: '{seat}の手', dummy: 'ダミー', declarer: 'ディクレアラー', biddingBox: 'ビディングボックス', table: 'テーブル',
  lastTrick: '前のトリック', replay: 'もう一度プレイ', wait: 'ロボットの番です', gone: 'このゲームはもうありません。',
  keys: 'キー: スートとランク（S, A）でカード、1–7 と C D H S N でビッド、P X R でパス・ダブル・リダブル、U 待った、? ヒント、L クレーム。',
  serverGone: 'サーバーが応答しません。', tryAgain: 'もう一度',
};

export default ja;

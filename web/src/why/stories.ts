// The four examples of Otawa and Uehara (2006), told step by step.
import one from '../../../examples/otawa-1.pbn?raw';
import two from '../../../examples/otawa-2.pbn?raw';
import three from '../../../examples/otawa-3.pbn?raw';
import four from '../../../examples/otawa-4.pbn?raw';

export interface Telling {
  title: string;
  scene: string;
  plain: string;
  better: string;
  beliefs: string;
}
export interface Story {
  text: string;
  en: Telling;
  ja: Telling;
}

export const stories: Story[] = [
  {
    text: one,
    en: {
      title: 'The king that was not there',
      scene:
        'South plays 3NT and needs dummy’s clubs. Dummy has no other way in. South has led the queen of clubs, dummy has played the seven, and East, behind the long suit, holds the king and the two.',
      plain:
        'Solved with all cards open, ducking gains nothing: a declarer who sees the king simply plays the ace next and catches it. So plain Monte-Carlo takes its trick while it can.',
      better:
        'But South does not see the king. After a duck South will try the same finesse again, lose to the king, and never reach the clubs. The two is worth far more than double dummy says.',
      beliefs:
        'Look at South’s picture of the king of clubs. The king gives the hand away at once; after the two, South goes on thinking that West may have it. That doubt is what East plays for.',
    },
    ja: {
      title: '無いはずのキング',
      scene:
        '南の3NT。ダミーのクラブが頼りで、ダミーにはほかの入り口がありません。南がクラブのクイーンを出し、ダミーは7。長いスートの後ろにいる東は、キングと2を持っています。',
      plain:
        '全部の手が見えるとして解くと、キングを取らずに待っても得はありません。キングが見えている南は、次にエースで捕まえるだけだからです。そこで単純なモンテカルロは、取れるときに取ります。',
      better:
        '実際の南にはキングが見えません。2を出せば南はもう一度フィネスを試み、キングに負けて、ダミーのクラブへは二度と渡れません。2の価値は、ダブルダミーの言う値よりずっと高いのです。',
      beliefs: '南から見たクラブのキングの確率を見てください。キングを出せばすべて知られます。2なら、西にあるかもしれないと思い続けます。東はその迷いに賭けます。',
    },
  },
  {
    text: two,
    en: {
      title: 'Do not mislead your partner',
      scene:
        'West leads against 4♥ and has won the ace and king of diamonds; East has followed high and low, with two cards. West can give East a ruff at once, or take the ace of clubs first.',
      plain:
        'With all cards open the order does not matter: after the ruff East sees the ace of clubs in West’s hand and comes back with a club. Plain Monte-Carlo sees no difference.',
      better:
        'East does not see it. After the ruff East must guess what to return, and if it is not a club, South throws the clubs away on dummy’s diamonds. Taking the ace first leaves East nothing to guess.',
      beliefs: 'Look at East’s picture of the ace of clubs: a good half of the time East would put it in South’s hand. A card that tells partner is worth more than one that only keeps options.',
    },
    ja: {
      title: 'パートナーを迷わせない',
      scene:
        '南の4♥に、西がダイヤのエースとキングを取りました。東は大きいカード、小さいカードの順に出し、二枚であることを示しています。西はすぐにラフさせるか、先にクラブのエースを取るかを選びます。',
      plain:
        '全部の手が見えるなら順番は関係ありません。ラフした東には西のクラブのエースが見え、クラブを返すからです。単純なモンテカルロには差が見えません。',
      better:
        '実際の東には見えません。ラフした後に何を返すかは当て物で、外せば南はダミーのダイヤにクラブを捨ててしまいます。先にエースを取れば、東が迷うことはありません。',
      beliefs: '東から見たクラブのエースの確率を見てください。南にあると考えてもおかしくありません。味方に伝えるカードには、それだけの価値があります。',
    },
  },
  {
    text: three,
    en: {
      title: 'Five cards that are the same, and are not',
      scene:
        'South plays 4♠ with K Q J 10 9 of diamonds in hand and a single diamond in dummy. A diamond that slips past the ace would be welcome. Which of the five?',
      plain: 'To double dummy the five touching cards are one and the same, since whoever has the ace sees all of them.',
      better:
        'West sees one card. The king or the queen shouts that there is more behind it, and the ace takes it. The nine or the ten looks like the best South has, and West may leave it to East.',
      beliefs: 'Look at West’s picture of the high diamonds after each card: after a low one, West gives East a good share of the honours that are really with South.',
    },
    ja: {
      title: '同じようで同じでない五枚',
      scene: '南の4♠。手にはダイヤの K Q J 10 9、ダミーのダイヤは一枚だけです。ダイヤがエースをすり抜けてくれれば助かります。五枚のうちどれを出しますか。',
      plain: 'ダブルダミーにとって、続いた五枚はまったく同じです。エースの持ち主には全部見えているからです。',
      better:
        '西に見えるのは一枚だけです。キングやクイーンは後ろに味方がいると叫ぶようなもので、エースで取られます。9や10なら南の最高のカードに見え、西は東に任せるかもしれません。',
      beliefs: '出すカードごとに、西から見たダイヤの絵札の確率を見てください。小さいカードの後では、本当は南にある絵札を、東の手にもかなり置いています。',
    },
  },
  {
    text: four,
    en: {
      title: 'To signal or not to signal',
      scene: 'South plays 3NT and starts on the clubs: A 7 6 in hand, K Q 10 4 in dummy. West has the jack and three small clubs. By agreement a high card would tell East how many.',
      plain: 'To double dummy a small card is a small card. West may as well show the count.',
      better:
        'South is listening too. Once South knows that West has four clubs, the ten wins by a finesse on the way. East has nothing to do with the news, so West keeps it to himself.',
      beliefs: 'Look at South’s and East’s pictures of the jack of clubs, after the two and after a signal.',
    },
    ja: {
      title: 'シグナルを出すか、出さないか',
      scene: '南の3NT。クラブは手に A 7 6、ダミーに K Q 10 4。西はジャックと小さい三枚を持っています。約束では、大きいカードで枚数を東に教えます。',
      plain: 'ダブルダミーにとって小さいカードはどれも同じで、枚数を教えても損はありません。',
      better: '南も聞いています。西が四枚と分かれば、途中でフィネスして10で勝てます。東にとっては使い道のない情報なので、西は黙っておきます。',
      beliefs: '2を出した後とシグナルの後で、南と東から見たクラブのジャックの確率を比べてください。',
    },
  },
];

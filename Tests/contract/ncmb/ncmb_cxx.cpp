// The mobile backend's C++ header over the C calls: values by their types, typed fields, and calls both ways.
#include <Gamebase/Gamebase.hpp>
#include <NCMB/NCMB.hpp>

#include "promise.h"

using namespace std::chrono_literals;

namespace {

/// Counts the callables that live: what a completion captured must be freed with it.
struct Witness {
    static int alive;
    Witness() { ++alive; }
    Witness(const Witness &) { ++alive; }
    Witness(Witness &&) noexcept { ++alive; }
    ~Witness() { --alive; }
};
int Witness::alive = 0;

/// Makes a call with a completion whose last argument is its error, and waits for it. What came before the error is handed on.
template <class Value, class Call> Value answered(Call &&call, int64_t code = 0) {
    int times = 0;
    Value value{};
    call([&, witness = Witness()](auto... arguments) {
        const auto all = std::make_tuple(arguments...);
        const ncmb::Error &error = std::get<sizeof...(arguments) - 1>(all);
        require_equal(error.code(), code);
        if constexpr (sizeof...(arguments) > 1) value = std::get<0>(all);
        ++times;
    });
    require_equal(times, 0);
    const int64_t began = milliseconds();
    while (times == 0) {
        require(milliseconds() - began < 20000);
        gamebase::run_until(20ms);
    }
    require_equal(times, 1);
    require_equal(Witness::alive, 0);
    return value;
}
template <class Call> void done(Call &&call, int64_t code = 0) {
    answered<int>([&](auto completion) { call(std::move(completion)); }, code);
}

void set_keys() {
    require(gamebase::set_storage_directory(directory));
    ncmb::set_keys("application-key", "client-key");
    require(ncmb::application_key() == "application-key" && ncmb::client_key() == "client-key");
}
ncmb::User signed_up(std::string_view name) {
    ncmb::User user = ncmb::User::user();
    require(user.set_user_name(name) && user.set_password("secret"));
    done([&](auto completion) { user.sign_up(completion); });
    return user;
}

struct Uma : ncmb::Subclass<Uma> {
    using Subclass::Subclass;
    static constexpr auto ncmb_class_name = "Uma";
    static constexpr ncmb::Field<std::string> name{"name"};
    static constexpr ncmb::Field<int32_t> totalPoints{"totalPoints"};
    static constexpr ncmb::Field<ncmb::Dictionary> parameters{"parameters"};
    static constexpr ncmb::Field<ncmb::User> owner{"owner"};
    static constexpr auto ncmb_fields = ncmb::fields(name, totalPoints, parameters, owner);
};
struct RaceUma : ncmb::Subclass<RaceUma, Uma> {
    using Subclass::Subclass;
    static constexpr auto ncmb_class_name = "RaceUma";
};
struct TwoYearOld : ncmb::Subclass<TwoYearOld, RaceUma> {
    using Subclass::Subclass;
    static constexpr auto ncmb_class_name = "TwoYearOld";
    static constexpr ncmb::Field<ncmb::Date> born{"born"};
    static constexpr auto ncmb_fields = ncmb::fields(born);
};

} // namespace

PROMISE("in C++ each type of value is set, read, added and removed by its type") {
    set_keys();
    ncmb::Object horse("Horse");
    const ncmb::Date born{std::chrono::milliseconds(1416441600123)};
    require(horse.set("name", "Bucephalus") && horse.set("stable", std::string("Pella")) && horse.set("points", int64_t(9007199254740993)));
    require(
        horse.set("weight", 5.5) && horse.set("fast", true) && horse.set("born", born) && horse.set("place", ncmb::GeoPoint(35.5, 139.5)));
    require(horse.set("colors", ncmb::List{{"[\"bay\"]"}}) && !horse.set("colors", ncmb::Json{"["}) && !horse.set("no name", 1));
    require(horse.add("races", "Derby") && horse.add_unique("races", "Derby") &&
            horse.add_all("races", std::vector<std::string>{"Oaks", "Oaks"}));
    require(horse.remove("races", "Oaks") && horse.add_all_unique("wins", std::vector<int64_t>{1, 2, 2}));
    require(horse.remove_all("wins", ncmb::List{{"[2]"}}) && horse.increment("starts") && horse.increment("starts", 2) &&
            horse.increment("pace", 0.5));
    require(horse.object_id().empty() && !horse.create_date());
    done([&](auto completion) { horse.save(completion); });
    ncmb::Object same = ncmb::Object::without_data("Horse", horse.object_id());
    require(!same.fetch());
    require(same.get<std::string>("name") == "Bucephalus" && same.get<int64_t>("points") == 9007199254740993 &&
            same.get<double>("weight") == 5.5);
    require(same.get<bool>("fast") && same.get<ncmb::Date>("born") == born && same.get<ncmb::GeoPoint>("place").longitude() == 139.5);
    require(same.get<ncmb::List>("colors").text == "[\"bay\"]" && same.get<ncmb::Json>("races").text == "[\"Derby\"]");
    require(same.get<ncmb::Json>("wins").text == "[1]" && same.get<int>("starts") == 3 && same.get<float>("pace") == 0.5f);
    require(same.keys().size() == 12 && same.class_name() == "Horse" && same.create_date() == horse.create_date());
    require(horse.set("rival", same) && !horse.save() && horse.get<ncmb::Object>("rival").object_id() == same.object_id());
    ncmb::ACL acl;
    acl.public_read(true).role_write("stewards", true);
    horse.set_acl(acl);
    require(horse.acl().public_read() && !horse.acl().public_write() && horse.acl().role_write("stewards"));
    require(!horse.save() && horse.save().code() == NCMBErrorOperationForbiddenByACL);
    ncmb::Object none;
    require(!none.set("a", 1) && none.get<int>("a") == 0 && none.save().code() == 3 && none.object_id().empty());
    require(same.remove("name") && !same.refresh() && same.get<std::string>("name") == "Bucephalus");
    done([&](auto completion) { none.fetch(completion); }, 3);
}

PROMISE("in C++ a number above 2^63 - 1 stays what it is, and one that a type has not is read as 0") {
    set_keys();
    ncmb::Object horse("Horse");
    require(horse.set("points", UINT64_MAX) && horse.add("list", UINT64_MAX) && !horse.increment("starts", UINT64_MAX));
    require(horse.get<ncmb::Json>("points").text == "18446744073709551615" && horse.get<int64_t>("points") == 0);
    require(!horse.save());
    ncmb::Query query("Horse");
    require(query.where_equal("points", UINT64_MAX));
    require_equal(answered<int32_t>([&](auto completion) { query.count(completion); }), 1);
    require(horse.set("points", uint64_t(INT64_MAX)) && horse.get<uint64_t>("points") == uint64_t(INT64_MAX));
    require(horse.get<int64_t>("points") == INT64_MAX && horse.get<int32_t>("points") == 0 && horse.get<uint8_t>("points") == 0);
    require(horse.set("points", -1) && horse.get<uint32_t>("points") == 0 && horse.get<int8_t>("points") == -1);
}

PROMISE("in C++ a text with a NUL in it is refused, and not cut there") {
    using namespace std::string_view_literals;
    set_keys();
    ncmb::Object horse("Horse");
    require(!horse.set("name", std::string("Win\0dy"sv)) && !horse.set("na\0me"sv, "Windy"));
    require(!horse.add_all("names", std::vector<std::string>{"Windy", std::string("Stor\0my"sv)}));
    require(horse.keys().empty());
    require(!ncmb::Object("Hor\0se"sv));
    ncmb::User user = ncmb::User::user();
    require(user.set_user_name("a") && !user.set_password("s\0ecret"sv));
    require(!ncmb::Query("Horse").where_in("name", std::vector<std::string>{std::string("Win\0dy"sv)}));
    require(gamebase::json_value("{\"a\":1}", "a\0b"sv).empty());
    require(!horse.set("points", ncmb::Json{std::string("5\0 6"sv)}) && !horse.add_all("points", ncmb::List{{std::string("[5]\0"sv)}}));
    require(!gamebase::SignInAdapter("goo\0gle"sv, {}) && !gamebase::StoreAdapter("st\0eam"sv, {}));
    require(horse.set("name", "Windy") && horse.get<std::string>("name") == "Windy");
}

PROMISE("in C++ an error whose text is refused is that error without the text, and not success") {
    using namespace std::string_view_literals;
    for (const gamebase::Error &error : {gamebase::Error(5, "caf\xe9"), gamebase::Error(5, "a\0b"sv),
             gamebase::Error(5, "Game", "caf\xe9", {}), gamebase::Error(5, "Ga\0me"sv, "text", {})}) {
        require_equal(error.code(), 5);
        require(error && !error.is_success() && error.message() == gamebase::Error(5).message());
    }
    require(gamebase::Error(5, "Game", "text", {}).domain() == "Game" && gamebase::Error(5, "text").message() == "text");
}

PROMISE("in C++ many objects are saved, read and erased in one call") {
    set_keys();
    std::vector<ncmb::Object> horses;
    for (int i = 0; i < 3; i++) horses.emplace_back("Horse");
    horses[1].set_object_id("nobodyshorse");
    std::size_t failed = 0;
    int told = 0;
    ncmb::save_all(horses, [&](std::vector<gamebase::Error> results, gamebase::Error first) {
        require(results.size() == 3 && first);
        for (const gamebase::Error &result : results) failed += result ? 1 : 0;
        told++;
    });
    await_for(told == 1, 20000, TCGBRunLoop_runUntil(20));
    require_equal(failed, 1);
    horses.erase(horses.begin() + 1);
    require(!ncmb::save_all(horses) && !ncmb::fetch_all(horses) && !ncmb::erase_all(horses));
    require(ncmb::erase_all(horses)); /* empty */
    auto count = [&](std::vector<gamebase::Error>, gamebase::Error) { told++; };
    ncmb::fetch_all(horses, count);
    ncmb::erase_all(horses, count);
    await_for(told == 3, 20000, TCGBRunLoop_runUntil(20));
}

PROMISE("in C++ a subclass has typed fields, its parent's too, and registers both") {
    require(TwoYearOld::register_subclass() && TwoYearOld::register_subclass() && Uma::register_subclass());
    set_keys();
    ncmb::User owner = signed_up("owner");
    TwoYearOld uma = TwoYearOld::object();
    require(
        uma.set(uma.name, "Incitatus") && uma.set(Uma::totalPoints, 12) && uma.set(uma.owner, owner) && uma.set(uma.born, ncmb::Date()));
    require(uma.set(uma.parameters, ncmb::Dictionary{{"{\"speed\":3}"}}) && !uma.set("totalPoints", "many") && !uma.set("born", 1));
    require(uma.increment(uma.totalPoints, 3) && !uma.set(uma.parameters, ncmb::Dictionary{{"[]"}}));
    require(!uma.save());
    require(uma.class_name() == "TwoYearOld" && uma.get(uma.totalPoints) == 15 && uma.get(uma.owner).user_name() == "owner");
    static_assert(std::is_same_v<decltype(uma.get(uma.parameters)), ncmb::Dictionary>);

    ncmb::Query query = TwoYearOld::query();
    require(query.where_at_least(uma.totalPoints, 15) && query.where_equal(uma.name, "Incitatus") && query.where_equal(uma.owner, owner));
    const auto found = TwoYearOld::all_of(query.find().value);
    require(found.size() == 1 && found[0].get(Uma::name) == "Incitatus" && found[0].get(uma.parameters).text == "{\"speed\":3}");
    require(RaceUma::query().find().value.empty() && RaceUma::without_data("abc").class_name() == "RaceUma");
}

PROMISE("in C++ a query is put together, counted, and asked with a completion or waiting") {
    set_keys();
    for (int64_t points = 0; points < 6; ++points) {
        ncmb::Object horse("Horse");
        require(horse.set("points", points) && horse.set("tags", ncmb::List{{points % 2 ? "[\"odd\"]" : "[\"even\"]"}}) && !horse.save());
    }
    ncmb::Query query("Horse");
    require(query.where_greater("points", 0) && query.where_less("points", 5) && query.where_not_equal("points", 3));
    require(query.order_by_descending("points") && query.then_ascending("name") && !query.where_near("bad key", ncmb::GeoPoint()));
    require_equal(query.count().value, 3);
    require_equal(answered<int32_t>([&](auto completion) { query.count(completion); }), 3);
    auto found = answered<std::vector<ncmb::Object>>([&](auto completion) { query.find(completion); });
    require(found.size() == 3 && found[0].get<int>("points") == 4 && found[2].get<int>("points") == 1);
    require(answered<ncmb::Object>([&](auto completion) { query.first(completion); }).object_id() == found[0].object_id());
    query.limit(1);
    query.skip(1);
    require(query.limit() == 1 && query.skip() == 1 && query.first().value.get<int>("points") == 2);
    const std::string id(found[0].object_id());
    ncmb::Query all("Horse");
    require(all.object(id).value.get<int>("points") == 4 && ncmb::Query::object_of_class("Horse", id).value.get<int>("points") == 4);
    require(answered<ncmb::Object>([&](auto completion) { all.object(id, completion); }).get<int>("points") == 4);
    const ncmb::Result<ncmb::Object> none = all.object("none");
    require(!none && !none.value && none.error.code() == NCMBErrorDataNotFound);
    require(all.where_in("points", std::vector<int64_t>{1, 2, 3}) && all.where_any_of("tags", std::vector<std::string>{"odd"}));
    require(all.where_not_in("objectId", std::vector<std::string>{id}) && all.where_exists("points") && all.where_missing("rival"));
    ncmb::Query other("Horse");
    require(other.where_equal("points", 0));
    require_equal(ncmb::Query::any_of({all, other}).find().value.size(), 3);
}

PROMISE("in C++ users are linked with providers, log in by them, and are unlinked") {
    set_keys();
    ncmb::User ann = signed_up("ann");
    const ncmb::Date expires{std::chrono::milliseconds(4102444800000)};
    ncmb::facebook::initialize();
    ncmb::facebook::initialize("derby");
    require(!ncmb::facebook::is_linked(ann) && !ncmb::facebook::handle_open_url("fb77://"));
    done([&](auto completion) { ncmb::facebook::link(ann, "77", "token", expires, completion); });
    require(ncmb::facebook::is_linked(ann) && ann.is_linked_with("facebook") && !ncmb::twitter::is_linked(ann));
    done([&](auto completion) { ncmb::twitter::link(ann, "5", "ann", "t", "s", completion); }, NCMBErrorMissingValue);
    ncmb::twitter::initialize("key", "secret");
    done([&](auto completion) { ncmb::twitter::link(ann, "5", "ann", "t", "s", completion); });
    done([&](auto completion) { ann.link_with_google({"{\"id\":\"g\"}"}, completion); });
    done([&](auto completion) { ann.link_with_apple({"{\"id\":\"a\"}"}, completion); });
    done([&](auto completion) { ann.link_with_facebook({"{\"id\":\"78\"}"}, completion); });
    done([&](auto completion) { ann.link_with_twitter({"{\"id\":\"6\"}"}, completion); });
    done([&](auto completion) { ann.unlink("google", completion); });
    require(!ann.is_linked_with("google") && ann.is_linked_with("apple"));
    ncmb::User by_facebook = answered<ncmb::User>([&](auto completion) { ncmb::facebook::log_in("78", "token", expires, completion); });
    require(by_facebook.object_id() == ann.object_id());
    ncmb::User by_twitter = answered<ncmb::User>([&](auto completion) { ncmb::twitter::log_in("6", "ann", "t", "s", completion); });
    require(by_twitter.object_id() == ann.object_id() && !ncmb::twitter::unlink(by_twitter) && !ncmb::facebook::unlink(by_twitter));
    done([&](auto completion) { ncmb::twitter::unlink(by_twitter, completion); }, NCMBErrorFieldNotFound);
    done([&](auto completion) { ncmb::facebook::unlink(by_twitter, completion); }, NCMBErrorFieldNotFound);
    ncmb::User eve = ncmb::User::user();
    done([&](auto completion) { eve.sign_up_with_google({"{\"id\":\"g\"}"}, completion); });
    done([&](auto completion) { eve.sign_up_with_apple({"{\"id\":\"b\"}"}, completion); });
    done([&](auto completion) { eve.sign_up_with_facebook({"{\"id\":\"c\"}"}, completion); });
    done([&](auto completion) { eve.sign_up_with_twitter({"{\"id\":\"d\"}"}, completion); });
    require(eve.is_new() && eve.is_linked_with("google") && eve.is_linked_with("twitter") && eve.object_id() != ann.object_id());
}

PROMISE("in C++ a host sends mails, as long as its sender lives") {
    set_keys();
    ncmb::User ann = signed_up("ann");
    require(ann.set_mail_address("ann@example.com") && !ann.save());
    std::string key;
    const auto witness = std::make_shared<int>(0);
    {
        ncmb::MailSender sender([&, witness](const ncmb::Mail &mail) {
            require(mail.address == "ann@example.com" && mail.user_name == "ann" && mail.text.find(mail.key) != mail.text.npos);
            key = mail.key;
        });
        done([](auto completion) { ncmb::request_authentication_mail("ann@example.com", completion); });
        while (key.empty()) gamebase::run_until(20ms);
        require_equal(witness.use_count(), 2);
        const std::string confirming = std::exchange(key, "");
        require(!answered<ncmb::User>([&](auto completion) { ncmb::finish_authentication(confirming, std::nullopt, completion); }));
        done([](auto completion) { ncmb::request_password_reset("ann@example.com", completion); });
        while (key.empty()) gamebase::run_until(20ms);
    }
    require_equal(witness.use_count(), 1);
    require(ncmb::request_password_reset("ann@example.com").code() == NCMBErrorServiceNotFound);
    require(!ann.fetch() && ann.is_mail_address_confirmed());
    done([&](auto completion) { ncmb::finish_password_reset(key, "second", completion); });
    require(ncmb::log_in("ann", "second") && ncmb::request_authentication_mail("ann@example.com").code() == NCMBErrorServiceNotFound);
}

PROMISE("in C++ users sign up, log in and out, roles and relations have members, and the REST interface is answered") {
    set_keys();
    require(!ncmb::User::current());
    ncmb::User ann = signed_up("ann");
    require(ncmb::User::current().object_id() == ann.object_id() && ann.is_new() && ann.is_authenticated() && !ann.is_anonymous());
    done([](auto completion) { ncmb::log_out(completion); });
    require(ncmb::log_in("ann", "wrong").error.code() == NCMBErrorAuthFailure && !ncmb::User::current());
    ncmb::User again = answered<ncmb::User>([](auto completion) { ncmb::log_in("ann", "secret", completion); });
    require(again.user_name() == "ann" && !again.is_new() && ncmb::log_in("ann", "secret"));
    require(ncmb::User::with_id(ann.object_id()).value.user_name() == "ann" && !ncmb::User::with_id("none"));
    ncmb::Role guild = ncmb::Role::with_name("guild");
    require(guild.name() == "guild" && guild.add_user(ncmb::User::current()) && !guild.save());
    require_equal(guild.users().query().find().value.size(), 1);
    ncmb::Object board("Board"), note("Note");
    board.set_acl(ncmb::ACL().read(guild, true).write(ncmb::User::current(), true));
    require(board.relation("notes").add(note) && !board.save() && board.acl().read(guild) && !board.acl().read(ann));
    require_equal(board.relation("notes").query().find().value.size(), 1);
    require(board.relation("notes").parent().object_id() == board.object_id() && board.relation("notes").target_class() == "Note");
    ncmb::log_out();
    require_equal(ncmb::Query("Board").find().value.size(), 0);
    require(ncmb::log_in_anonymously().value.is_anonymous());
    const ncmb::Error error = ncmb::request_password_reset("a@b.c");
    require(error.code() == NCMBErrorServiceNotFound && error.domain() == kNCMBServiceErrorDomain);
    int status = 0;
    ncmb::request("GET", "localhost", "/2013-09-01/classes/Board", "", "", [&](int32_t http, auto...) { status = http; });
    while (!status) gamebase::run_until(20ms);
    require_equal(status, 401);
}

PROMISE("in C++ files go both ways, this installation hears pushes, functions answer scripts, and changes are kept") {
    set_keys();
    ncmb::File file = ncmb::File::with_data("odd name?.bin", std::string_view("a\0b", 3));
    require(file.set_content_type("image/png") && file.is_dirty() && file.is_data_available());
    int percent = -1;
    done([&](auto completion) { file.save(completion, [&](int done) { percent = done; }); });
    require(percent == 100 && !file.is_dirty() && file.name() == "odd name?.bin" && !file.url().empty());
    ncmb::File same = ncmb::File(ncmb::File::borrow(ncmb::File::query().find().value.at(0).get()));
    require(answered<std::string>([&](auto completion) {
        same.data([completion](std::string_view bytes, ncmb::Error error) mutable { completion(std::string(bytes), error); });
    }) == std::string("a\0b", 3));
    require(same.data().value.bytes() == std::string_view("a\0b", 3) && same.content_type() == "image/png");
    same.cancel();

    ncmb::Installation here = ncmb::Installation::current();
    require(here.set_device_token_bytes("\x01\xff") && here.device_token() == "01ff" && here.set_channels({"a", "b"}) && here.set_badge(2));
    require(!here.save() && here.channels().size() == 2 && here.badge() == 2 && !here.device_type().empty());
    std::string heard;
    {
        ncmb::PushReceiver receiver([&](std::string_view user_info) { heard = user_info; });
        ncmb::Push push;
        require(push.set_message("Hello") && push.set_channel("a") && push.set_immediate_delivery(true));
        require(!push.send());
        while (heard.empty()) gamebase::run_until(20ms);
        require(heard.find("Hello") != std::string::npos && ncmb::track_push_opened(heard));
        ncmb::Query nobody = ncmb::Installation::query();
        require(nobody.where_equal("channels", "none") && !ncmb::Push::send_message(nobody, "Hi"));
    }
    {
        ncmb::ScriptFunction echo("echo", [](ncmb::ScriptCall call) { call.reply(200, call.data()); });
        ncmb::Script script("echo", NCMBExecuteWithPostMethod);
        require(answered<std::string>([&](auto completion) {
            script.execute({"{\"a\":1}"}, {}, {},
                [completion](std::string_view answer, ncmb::Error error) mutable { completion(std::string(answer), error); });
        }) == "{\"a\":1}");
    }
    require(ncmb::Script("echo", NCMBExecuteWithGetMethod).execute().error.code() == 404001);

    ncmb::Object horse("Horse");
    require(horse.set("name", "Windy") && !horse.requires_unchanged());
    done([&](auto completion) { horse.save_eventually(completion); });
    require(!horse.object_id().empty());
    horse.set_requires_unchanged(true);
    require(horse.requires_unchanged());
    done([&](auto completion) { horse.erase_eventually(completion); });
    require(horse.object_id().empty());
}

PROMISE("in C++ data go out into a directory and come in from it, with progress") {
    set_keys();
    require(!ncmb::Object("Horse").save());
    const std::string place = std::string(directory) + "/out";
    gamebase::TransferProgress told{};
    const auto progress = [&](const gamebase::TransferProgress &now) { told = now; };
    const auto played = [&](auto call) {
        return answered<std::string>([&](auto completion) {
            call([completion](std::string_view json, gamebase::Error error) mutable { completion(std::string(json), error); });
        });
    };
    require(played([&](auto end) { gamebase::export_ncmb(place, progress, end); }).find("\"objects\":1,") != std::string::npos);
    require(told.objects == 1 && told.files == 1 && told.bytes > 0 && told.bytes_in_all == 0);
    require(played([&](auto end) { gamebase::import_ncmb(place, progress, end); }).find("\"alreadyThere\":1,") != std::string::npos);
    require(told.objects == 1 && told.files == 1 && told.bytes == told.bytes_in_all);
    require(played([&](auto end) { gamebase::import_ncmb(place, {}, end); }).find("\"taken\":0,") != std::string::npos);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
